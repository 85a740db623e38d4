import { describe, expect, it } from 'vitest';
import { nestedLocks } from './nested-locks.ts';

const RESOURCES = new Set(['bus', 'my_lock']);
const found = (code: string) =>
  nestedLocks(code, RESOURCES).map(({ line, resource, called }) => `${line} ${resource} ${called}`);

describe('locks of a resource that the code holds already', () => {
  it.each([
    ['a guard in a guard', 'bus_guard a;\nif (x) {\n  bus_guard b;\n}', ['3 bus null']],
    ['a call in a guard', 'bus_guard a;\nbus_lock();', ['2 bus null']],
    ['two calls', 'bus_lock();\nwork();\nbus_lock();\nbus_unlock();\nbus_unlock();', ['3 bus null']],
    ['a name that ends as a call', 'my_lock_lock();\n{ my_lock_guard g; }', ['2 my_lock null']],
    [
      'a function that locks, as blocks print it',
      'static const auto say = []() {\n  bus_guard b;\n  print();\n};\n\n{\n  bus_guard a;\n  say();\n}',
      ['8 bus say'],
    ],
    [
      'a function that calls one that locks',
      'auto in = [] { bus_guard b; };\nauto out = [&](int x) -> int { in(); return x; };\nbus_guard a;\nint y = out(2);',
      ['4 bus out'],
    ],
    [
      'a function with a call in its own lock',
      'auto f = [] { bus_guard b; };\nauto g = [] { bus_guard a; f(); };',
      ['2 bus f'],
    ],
  ])('%s', (_title, code, expected) => {
    expect(found(code)).toEqual(expected);
  });

  it.each([
    [
      'one after the other',
      '{ bus_guard a; }\n{ bus_guard b; }\nbus_lock();\nbus_unlock();\nbus_lock();\nbus_unlock();',
    ],
    ['two resources', 'bus_guard a;\nmy_lock_guard b;'],
    ['a function that is called outside of the lock', 'auto f = [] { bus_guard b; };\n{ bus_guard a; }\nf();'],
    ['a function that is defined in the lock', 'bus_guard a;\nauto f = [] { bus_guard b; };'],
    ['an unlock that may not run', 'bus_lock();\nif (x) { bus_unlock(); }\nbus_lock();'],
    ['cases', 'switch (x) {\n  case 1: bus_lock(); work(); break;\n  default: bus_lock();\n}'],
    ['branches of the preprocessor', '#if X\nbus_guard a;\n#else\nbus_guard a;\n#endif'],
    ['comments and strings', 'bus_guard a;\n// bus_lock();\nprint("bus_lock();");'],
    ['a statement of an if', 'if (x) bus_lock();\nelse bus_lock();\nbus_unlock();'],
    ['a member of a local type', 'bus_guard a;\nstruct Log { void say() { bus_guard b; } } log;'],
    [
      'a member with the name of a function',
      'auto f = [] { bus_guard b; };\nbus_guard a;\nlog.f();\nlog->f();\nLog::f();',
    ],
    ['two functions with one name', '{ auto f = [] { bus_guard b; }; }\n{ auto f = [] {}; bus_guard a; f(); }'],
    ['an element and an attribute', 'bus_guard a;\n[[maybe_unused]] int x = list[0];\nint y = list[f(x)];'],
    ['an unknown resource', 'other_guard a;\nother_lock();'],
    ['braces that do not match', '}}} bus_guard a; [ ( {'],
  ])('not: %s', (_title, code) => {
    expect(found(code)).toEqual([]);
  });
});
