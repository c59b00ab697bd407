#include "getopt_table.h"

#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>

// Above every letter, so that long options differ from short ones.
enum { first_value = 256, in_order = 1 };

static pthread_mutex_t getopt_in_use = PTHREAD_MUTEX_INITIALIZER;

static int option_with_letter(const struct peel_getopt_option *options, size_t count, int letter) {
    for (size_t index = 0; index < count; index++)
        if (letter != 0 && (unsigned char)options[index].letter == letter) return (int)index;
    return -1;
}

static struct peel_getopt_item wrong_argument(int answer, char *const *arguments, const char *letters_left,
                                              const struct peel_getopt_option *options, size_t count) {
    struct peel_getopt_item item = {.option = -1};
    if (optopt >= first_value) {
        item.option = optopt - first_value;
    } else if (optopt != 0) {
        item.option = option_with_letter(options, count, optopt);
        item.letter = (char)optopt;
    }
    item.text = letters_left != NULL ? letters_left : arguments[optind - 1];
    if (answer == ':')
        item.kind = PEEL_GETOPT_MISSING_VALUE;
    else
        item.kind = item.option >= 0 ? PEEL_GETOPT_UNEXPECTED_VALUE : PEEL_GETOPT_UNKNOWN;
    return item;
}

size_t peel_getopt(int count, char *const *arguments, const struct peel_getopt_option *options, size_t option_count,
                   struct peel_getopt_item *items) {
    struct option *names = calloc(option_count + 1, sizeof *names);
    char *letters = calloc(3 + 2 * option_count, 1);
    size_t written = 0;
    if (names == NULL || letters == NULL) abort();

    // "-": operands come in order, as option 1. ":": no messages, and a missing value differs from an unknown option.
    char *end = letters;
    *end++ = '-';
    *end++ = ':';
    for (size_t index = 0; index < option_count; index++) {
        names[index].name = options[index].name;
        names[index].has_arg = options[index].takes_value ? required_argument : no_argument;
        names[index].val = first_value + (int)index;
        if (options[index].letter == 0) continue;
        *end++ = options[index].letter;
        if (options[index].takes_value) *end++ = ':';
    }

    pthread_mutex_lock(&getopt_in_use);
    // 0, not 1, makes the GNU library forget a cluster of letters that an earlier call left half read.
    optind = 0;
    for (;;) {
        // While a cluster of letters is read, optind stays on it. getopt_long advances it with the last letter.
        int place = optind == 0 ? 1 : optind;
        optopt = 0;
        int answer = getopt_long(count, arguments, letters, names, NULL);
        if (answer == -1) break;
        if (answer == ':' || answer == '?') {
            items[written++] = wrong_argument(answer, arguments, place < count ? arguments[place] : NULL, options,
                                              option_count);
            break;
        }
        struct peel_getopt_item item = {.kind = PEEL_GETOPT_OPTION, .option = -1, .text = optarg};
        if (answer == in_order)
            item.kind = PEEL_GETOPT_OPERAND;
        else if (answer >= first_value)
            item.option = answer - first_value;
        else
            item.option = option_with_letter(options, option_count, answer);
        if (item.option >= 0 && !options[item.option].takes_value) item.text = NULL;
        items[written++] = item;
    }
    int stopped = written > 0 && items[written - 1].kind > PEEL_GETOPT_OPERAND;
    for (int place = optind; !stopped && place < count; place++)
        items[written++] = (struct peel_getopt_item){PEEL_GETOPT_OPERAND, -1, 0, arguments[place]};
    pthread_mutex_unlock(&getopt_in_use);

    free(names);
    free(letters);
    return written;
}
