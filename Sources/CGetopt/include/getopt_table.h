#pragma once
#include <stddef.h>

/// One option that `peel_getopt` knows.
struct peel_getopt_option {
    /// The name, without the leading dashes.
    const char *name;
    /// The letter of its short form; 0 if it has none.
    char letter;
    /// 1 if the option takes a value, else 0.
    int takes_value;
};

enum peel_getopt_kind {
    PEEL_GETOPT_OPTION,
    PEEL_GETOPT_OPERAND,
    /// No option of the table has this name or letter, or several names begin with it.
    PEEL_GETOPT_UNKNOWN,
    PEEL_GETOPT_MISSING_VALUE,
    PEEL_GETOPT_UNEXPECTED_VALUE,
};

/// What one argument, or one letter of a cluster of short options, is.
struct peel_getopt_item {
    enum peel_getopt_kind kind;
    /// The option's index in the table; -1 if there is none.
    int option;
    /// The letter that is not an option; 0 if a whole argument is meant.
    char letter;
    /// An operand, an option's value, or the wrong argument, in the memory of `arguments`; NULL for none.
    const char *text;
};

/// Reads `arguments` (the program's name first) with the C library's getopt_long. Its state is global, so one caller at
/// a time gets in and each call starts from the beginning; any thread may call it. Options and operands may be mixed.
/// After `--`, all are operands. It stops at the first wrong argument, which is then the last item.
///
/// Returns the number of items written. `items` must have room for as many items as the arguments have bytes, zero
/// bytes included.
size_t peel_getopt(int count, char *const *arguments, const struct peel_getopt_option *options, size_t option_count,
                   struct peel_getopt_item *items);
