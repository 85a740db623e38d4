/** A sketch for this computer that attacks it. The byte that it reads from its input chooses how. */
import { host } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';

export const ATTACKS = {
  /** Prints its limits. */
  limits: 'a',
  /** Takes memory without end. */
  memory: 'b',
  /** Makes processes without end, as each of them does. Says how many threads the user then has. */
  forks: 'c',
  loop: 'd',
  /** Gives itself a second of processor time instead of the hours of the product, and uses it up. */
  time: 'e',
  /** Prints without end. */
  flood: 'f',
  /** Reports changes of pins without end. */
  pins: 'g',
  /** Tries to write, change, empty and remove files of the user. */
  files: 'h',
  network: 'i',
  /** Ignores all signals that can be ignored. */
  deaf: 'j',
  /** Leaves a process in a session of its own that nobody waits for, with the pipes of this one, and goes on. */
  daemon: 'k',
  /** The same, and ends. */
  orphan: 'l',
  /** Writes a file in memory, without knowing that it may not. */
  write: 'm',
} as const;
export type Attack = keyof typeof ATTACKS;

export interface Places {
  /** A file of the user with the text `mine`. */
  readonly file: string;
  /** A file that does not exist. */
  readonly fresh: string;
  /** A port of this computer at which a server listens. */
  readonly port: number;
}

const prelude = ({ file, fresh, port }: Places) => `
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *what, bool is_done) { dprintf(1, "%s: %s\\n", what, is_done ? "done" : "refused"); }

static void take_memory()
{
  for (int mib = 0; ; ++mib) {
    if (mib % 128 == 0) dprintf(1, "<%d MiB>", mib);
    char *block = (char *)malloc(1 << 20);
    memset(block, 1, 1 << 20);
  }
}

static void make_processes()
{
  int *made = (int *)mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (;;) {
    const pid_t child = fork();
    if (child == 0) __atomic_add_fetch(made, 1, __ATOMIC_RELAXED);
    if (child >= 0) continue;
    dprintf(1, "<%d processes>", __atomic_load_n(made, __ATOMIC_RELAXED));
    // An endless loop in each of them would only slow the test.
    for (;;) pause();
  }
}

static void attack_files()
{
  signal(SIGXFSZ, SIG_IGN);
  int file = open("/tmp/empty", O_WRONLY | O_CREAT | O_EXCL, 0600);
  say("make an empty file", file >= 0);
  if (file >= 0) unlink("/tmp/empty");
  say("make a folder", mkdir("/dev/shm/polyloop-made", 0700) == 0 && rmdir("/dev/shm/polyloop-made") == 0);
  file = open("${fresh}", O_WRONLY | O_CREAT, 0600);
  say("write a new file", file >= 0 && write(file, "x", 1) == 1);
  file = open("${file}", O_RDWR);
  say("write a file", file >= 0 && write(file, "his", 3) == 3);
  void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) memcpy(mapped, "his", 3);
  say("change a file in memory", mapped != MAP_FAILED);
  say("empty a file", truncate("${file}", 0) == 0);
  say("remove a file", unlink("${file}") == 0);
  say("end", true);
}

static void attack_network()
{
  struct sockaddr_in there = {};
  there.sin_family = AF_INET;
  there.sin_port = htons(${port});
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  say("connect", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&there, sizeof there) == 0);
}

static void ignore_signals() { for (int number = 1; number < 32; ++number) signal(number, SIG_IGN); }

/* Returns when the daemon has said that it is there. */
static void leave_daemon()
{
  int ready[2];
  char byte = 0;
  if (pipe(ready) != 0) return;
  if (fork() != 0) {
    if (read(ready[0], &byte, 1) != 1) say("daemon", false);
    return;
  }
  setsid();
  if (fork() != 0) _exit(0);
  ignore_signals();
  dprintf(1, "<daemon>");
  if (write(ready[1], &byte, 1) != 1) say("daemon", false);
  for (;;) pause();
}

static void attack(char how)
{
  static char block[1 << 16];
  const struct rlimit second = { 1, 2 };
  switch (how) {
  case '${ATTACKS.limits}': {
    const char *const names[] = { "/proc/self/limits", "/proc/self/oom_score_adj" };
    for (const char *name : names) {
      const ssize_t length = read(open(name, O_RDONLY), block, sizeof block);
      say("read", length > 0 && write(1, block, (size_t)length) == length);
    }
    say("end", true);
    break;
  }
  case '${ATTACKS.memory}': take_memory(); break;
  case '${ATTACKS.forks}': make_processes(); break;
  case '${ATTACKS.time}':
    setrlimit(RLIMIT_CPU, &second);
    [[fallthrough]];
  case '${ATTACKS.loop}':
    dprintf(1, "<loop>");
    for (;;) {}
  case '${ATTACKS.flood}':
    for (;;) if (write(1, block, sizeof block) < 0) break;
    break;
  case '${ATTACKS.pins}': {
    // One of these pipes is that of the pins.
    const char *pipe = getenv("PL_HOST_PINS");
    memset(block, 0xff, sizeof block);
    for (;;) if (write(pipe == NULL ? 1 : atoi(pipe), block, sizeof block) < 0) break;
    break;
  }
  case '${ATTACKS.files}': attack_files(); break;
  case '${ATTACKS.network}': attack_network(); break;
  case '${ATTACKS.deaf}':
    ignore_signals();
    dprintf(1, "<deaf>");
    for (;;) pause();
  case '${ATTACKS.daemon}': leave_daemon(); break;
  case '${ATTACKS.orphan}':
    leave_daemon();
    _exit(0);
  case '${ATTACKS.write}': {
    // A file in memory, which no folder has.
    const int file = memfd_create("written", 0);
    say("write", write(file, "x", 1) == 1);
    break;
  }
  default: break;
  }
}
`;

/** The text of the sketch's file. */
export const attackSketch = (places: Places): string =>
  writeSketch(
    newSketch('attack', {
      board: host.id,
      prelude: prelude(places),
      tasks: [newTask('attack', { body: 'char how; if (read(0, &how, 1) == 1) attack(how);' })],
    }),
  );
