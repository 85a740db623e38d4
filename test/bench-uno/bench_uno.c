/*
 * A bench Uno: an Arduino Uno on a desk, without the hardware. simavr simulates the ATmega328P and
 * runs the board's own boot loader. The UART is a pseudo terminal. Opening or closing the terminal
 * resets the chip, as the DTR line does on the board, so avrdude and serial libraries work with it unchanged.
 *
 *   cc -O2 -o bench_uno bench_uno.c -lsimavr -lutil -lelf
 *   ./bench_uno BOOTLOADER.hex LINK EDGES
 *
 * LINK becomes a symbolic link to the terminal. EDGES receives one line for each change of a pin,
 * `pin level cycle`, with `from to` of each interrupt that ended in the 2 ms before, and `reset cycle` for each
 * reset; pins are 0 to 13 and 14 (A0) to 19 (A5). Cycles count from the start of this process. Standard output receives `ready` when the terminal
 * can be opened. The signal USR1 pulls the cable: the terminal disappears and the chip stops. The
 * next USR1 plugs the cable in again.
 *
 * A pseudo terminal has no modem lines: TIOCMGET fails, and programs that only print a warning then
 * continue.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { CLOCK_HZ = 16000000, QUEUE_BYTES = 65536, PINS = 20 };

/* An edge is reported with the interrupts that ended in this time before it. */
enum { INTERRUPTS = 256, RECENT_CYCLES = CLOCK_HZ / 500 };

/*
 * Time between two input bytes: 10 bits at 115,200 baud, the boot loader's rate. A program with a
 * faster line receives its input later, but without loss.
 */
enum { CYCLES_PER_BYTE = CLOCK_HZ / 11520 };

/* The boot loader starts the program when it has received nothing for this time. */
enum { BOOT_TIMEOUT_CYCLES = CLOCK_HZ };

static avr_t *avr;
static avr_irq_t *uart_input;
static FILE *edges;
static int terminal = -1;
static bool receiver_is_ready = true;
static volatile sig_atomic_t quit;
static volatile sig_atomic_t cable_moves;

static void on_end(int signal_number)
{
    (void)signal_number;
    quit = 1;
}

static void on_cable(int signal_number)
{
    (void)signal_number;
    cable_moves = 1;
}

/* Bytes that the reader has not taken yet, as in a USB adapter. A slow reader loses none of them. */
static uint8_t sent[QUEUE_BYTES];
static unsigned sent_head;
static unsigned sent_tail;

static void send_bytes(void)
{
    while (sent_head != sent_tail && terminal >= 0 && write(terminal, &sent[sent_head % QUEUE_BYTES], 1) == 1) {
        sent_head++;
    }
}

static void on_output(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    if (sent_tail - sent_head < QUEUE_BYTES) {
        sent[sent_tail++ % QUEUE_BYTES] = (uint8_t)value;
    }
    send_bytes();
}

static void on_ready(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    receiver_is_ready = param != NULL;
}

/* The last interrupts that ended, in cycles. */
static struct {
    avr_cycle_count_t from;
    avr_cycle_count_t to;
} interrupts[INTERRUPTS];
static unsigned interrupt_count;

/* Called after each instruction: notes the outermost interrupts. */
static void watch_interrupts(void)
{
    static avr_cycle_count_t began;
    static bool was_inside;
    const bool is_inside = avr->interrupts.running_ptr != 0;
    if (is_inside && !was_inside) {
        began = avr->cycle;
    } else if (!is_inside && was_inside) {
        interrupts[interrupt_count % INTERRUPTS].from = began;
        interrupts[interrupt_count++ % INTERRUPTS].to = avr->cycle;
    }
    was_inside = is_inside;
}

static void on_pin(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    fprintf(edges, "%d %u %llu", (int)(intptr_t)param, value, (unsigned long long)avr->cycle);
    const unsigned kept = interrupt_count < INTERRUPTS ? interrupt_count : INTERRUPTS;
    for (unsigned back = kept; back > 0; back--) {
        const unsigned at = (interrupt_count - back) % INTERRUPTS;
        if (interrupts[at].to + RECENT_CYCLES > avr->cycle) {
            fprintf(edges, " %llu %llu", (unsigned long long)interrupts[at].from, (unsigned long long)interrupts[at].to);
        }
    }
    fputc('\n', edges);
}

/* Keeps simavr from sleeping: this program paces the simulation itself. */
static void no_sleep(avr_t *which, avr_cycle_count_t cycles)
{
    (void)which;
    (void)cycles;
}

static void reset_chip(bool is_external)
{
    avr_reset(avr);
    avr->pc = avr->reset_pc;
    if (is_external) {
        avr_regbit_set(avr, avr->reset_flags.extrf);
    }
    /* A reset restores flags that copy output to stdout and sleep while the UART is polled. */
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    receiver_is_ready = true;
    fprintf(edges, "reset %llu\n", (unsigned long long)avr->cycle);
}

static void watch_pins(char port, uint32_t bits, uint32_t first_pin)
{
    for (uint32_t bit = 0; bit < bits; bit++) {
        avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
        avr_irq_register_notify(irq, on_pin, (void *)(intptr_t)(first_pin + bit));
    }
}

static bool make_chip(const char *boot_loader)
{
    uint32_t size;
    uint32_t start;
    uint8_t *image = read_ihex_file(boot_loader, &size, &start);
    if (image == NULL) {
        fprintf(stderr, "no boot loader in %s\n", boot_loader);
        return false;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = CLOCK_HZ;
    memset(avr->flash, 0xff, avr->flashend + 1);
    memcpy(avr->flash + start, image, size);
    free(image);
    avr->reset_pc = start;
    avr->codeend = avr->flashend;
    avr->log = 1;
    avr->sleep = no_sleep;
    const uint32_t uart = AVR_IOCTL_UART_GETIRQ('0');
    avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUTPUT), on_output, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XON), on_ready, avr);
    avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XOFF), on_ready, NULL);
    uart_input = avr_io_getirq(avr, uart, UART_IRQ_INPUT);
    watch_pins('D', 8, 0);
    watch_pins('B', 6, 8);
    watch_pins('C', 6, 14);
    reset_chip(false);
    return true;
}

static bool plug_in(const char *link)
{
    int slave;
    char name[128];
    struct termios raw = { 0 };
    cfmakeraw(&raw);
    if (openpty(&terminal, &slave, name, &raw, NULL) != 0) {
        perror("openpty");
        return false;
    }
    close(slave);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    unlink(link);
    if (symlink(name, link) != 0) {
        perror(link);
        return false;
    }
    return true;
}

static void pull(const char *link)
{
    unlink(link);
    close(terminal);
    terminal = -1;
}

/*
 * On the chip, an interrupt that is enabled while its flag is set occurs at once. simavr 1.6 forgets
 * such an interrupt, so this function raises it.
 */
static void raise_enabled(void)
{
    enum { TIFR1 = 0x36, TIMSK1 = 0x6f, COMPARE_A = 11, COMPARE_B = 12, OVERFLOW = 13 };
    static const uint8_t vectors[] = { OVERFLOW, COMPARE_A, COMPARE_B };
    static uint8_t enabled_before;
    const uint8_t enabled = avr->data[TIMSK1];
    const uint8_t begun = (uint8_t)(enabled & ~enabled_before & avr->data[TIFR1]);
    enabled_before = enabled;
    for (int bit = 0; begun != 0 && bit < 3; bit++) {
        for (int index = 0; (begun & (1 << bit)) != 0 && index < avr->interrupts.vector_count; index++) {
            if (avr->interrupts.vector[index]->vector == vectors[bit]) {
                avr_raise_interrupt(avr, avr->interrupts.vector[index]);
            }
        }
    }
}

/* On the chip the entry into an interrupt takes four cycles. simavr 1.6 counts none. Called after each instruction. */
static void count_entry(void)
{
    enum { ENTRY_CYCLES = 4 };
    static uint8_t depth_before;
    const uint8_t depth = avr->interrupts.running_ptr;
    if (depth > depth_before) {
        avr->cycle += ENTRY_CYCLES;
    }
    depth_before = depth;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Sleeps until the wall clock has reached the chip's time. Time that was lost is not caught up. */
static void pace(void)
{
    static avr_cycle_count_t origin;
    static double began;
    const double ahead = (double)(avr->cycle - origin) / CLOCK_HZ - (seconds() - began);
    if (began == 0 || ahead < -0.05) {
        origin = avr->cycle;
        began = seconds();
    } else if (ahead > 0) {
        usleep((useconds_t)(ahead * 1e6));
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench_uno BOOTLOADER.hex LINK EDGES\n");
        return 2;
    }
    const char *link = argv[2];
    edges = fopen(argv[3], "w");
    if (edges == NULL) {
        perror(argv[3]);
        return 1;
    }
    setvbuf(edges, NULL, _IOLBF, 0);
    signal(SIGTERM, on_end);
    signal(SIGINT, on_end);
    signal(SIGUSR1, on_cable);
    signal(SIGPIPE, SIG_IGN);
    if (!make_chip(argv[1]) || !plug_in(link)) {
        return 1;
    }
    printf("ready\n");
    fflush(stdout);

    static uint8_t queue[QUEUE_BYTES];
    unsigned head = 0;
    unsigned tail = 0;
    bool was_open = false;
    avr_cycle_count_t next_byte = 0;
    avr_cycle_count_t boot_end = 0;
    while (!quit) {
        if (cable_moves) {
            cable_moves = 0;
            was_open = false;
            if (terminal >= 0) {
                pull(link);
            } else if (!plug_in(link)) {
                return 1;
            }
            printf("%s\n", terminal < 0 ? "pulled" : "ready");
            fflush(stdout);
        }
        if (terminal < 0) {
            usleep(1000);
            continue;
        }
        struct pollfd line = { .fd = terminal, .events = POLLIN };
        poll(&line, 1, 0);
        const bool is_open = !(line.revents & POLLHUP);
        /*
         * Closing resets the chip, too. avrdude closes the terminal after it has told the boot loader to
         * start the program, which the boot loader does by a watchdog that simavr does not stop again.
         */
        if (is_open != was_open) {
            head = tail = 0;
            sent_head = sent_tail = 0;
            reset_chip(true);
            next_byte = avr->cycle;
            boot_end = avr->cycle + BOOT_TIMEOUT_CYCLES;
        }
        was_open = is_open;
        if (line.revents & POLLIN) {
            uint8_t bytes[512];
            const ssize_t count = read(terminal, bytes, sizeof bytes);
            for (ssize_t index = 0; index < count; index++) {
                queue[tail++ % QUEUE_BYTES] = bytes[index];
            }
        }
        send_bytes();
        const avr_cycle_count_t end = avr->cycle + CLOCK_HZ / 1000;
        while (avr->cycle < end) {
            if (head != tail && receiver_is_ready && avr->cycle >= next_byte) {
                next_byte = avr->cycle + CYCLES_PER_BYTE;
                if (boot_end != 0) {
                    boot_end = avr->cycle + BOOT_TIMEOUT_CYCLES;
                }
                avr_raise_irq(uart_input, queue[head++ % QUEUE_BYTES]);
            }
            const int state = avr_run(avr);
            watch_interrupts();
            count_entry();
            raise_enabled();
            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "the chip stopped in state %d\n", state);
                return 1;
            }
        }
        /*
         * The boot loader relies on the watchdog to leave, but simavr 1.6 fires the watchdog only
         * once. A reset that is not external makes the boot loader start the program.
         */
        if (boot_end != 0 && avr->cycle > boot_end) {
            boot_end = 0;
            if (avr->pc >= avr->reset_pc) {
                reset_chip(false);
            }
        }
        pace();
    }
    pull(link);
    fclose(edges);
    return 0;
}
