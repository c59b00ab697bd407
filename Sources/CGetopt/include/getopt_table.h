#pragma once
#include <stddef.h>

/// One option that `peel_getopt` knows.
struct peel_getopt_option {
    /// Without the leading dashes.
    const char *name;
    /// The letter of its short form; 0 when it has none.
    char letter;
    /// 1 when a value follows, 0 when none may.
    int takes_value;
};

enum peel_getopt_kind {
    PEEL_GETOPT_OPTION,
    PEEL_GETOPT_OPERAND,
    /// No option of the table has this name or letter, or several names begin like that.
    PEEL_GETOPT_UNKNOWN,
    PEEL_GETOPT_MISSING_VALUE,
    PEEL_GETOPT_UNEXPECTED_VALUE,
};

/// What one argument, or one letter of a cluster of short options, turned out to be.
struct peel_getopt_item {
    enum peel_getopt_kind kind;
    /// The option's place in the table; -1 when there is none.
    int option;
    /// The letter that is not an option; 0 when a whole argument is meant.
    char letter;
    /// An operand, an option's value, or the argument that is wrong; points into `arguments`. NULL for none.
    const char *text;
};

/// Reads `arguments` (the program's name first) with the C library's getopt_long, which keeps its state in globals: one
/// caller at a time gets in, and every call starts afresh, so any thread may call it. Options and operands may be mixed;
/// after `--` all are operands. Stops at the first wrong argument, which is the last item then.
///
/// Returns how many items were written. `items` has room for as many as the arguments have bytes, zero bytes included.
size_t peel_getopt(int count, char *const *arguments, const struct peel_getopt_option *options, size_t option_count,
                   struct peel_getopt_item *items);
