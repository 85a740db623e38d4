import { describe, expect, it } from 'vitest';
import { newChannel, newInterrupt, newSketch, newTask } from '../create.ts';
import { renameElement, setTaskKind, updateElement } from '../edits.ts';
import { fingerprint } from '../fingerprint.ts';
import type { BudgetFrom, Sketch, Task } from '../model.ts';
import { readSketch } from '../read.ts';
import { writeSketch } from '../write.ts';
import { budgetStateOf, ESTIMATE, isGuess, isProvisional, measuredCodeOf } from './budget-from.ts';

const BODY = 'digitalWrite(13, HIGH); // on';
const plain = newSketch('s', { prelude: 'int n;', tasks: [newTask('blink', { body: BODY })] });
const taskOf = (sketch: Sketch): Task => sketch.tasks[0] as Task;

const measured = (sketch: Sketch, values: Partial<BudgetFrom> = {}): Sketch => {
  const from = { source: 'measured' as const, jobs: 300, longestUs: 283, code: measuredCodeOf(sketch, taskOf(sketch)) };
  return withTask(sketch, { budgetUs: 340, budgetFrom: { ...from, ...values } });
};
const withTask = (sketch: Sketch, members: Partial<Task>): Sketch => ({
  ...sketch,
  tasks: sketch.tasks.map((task) => ({ ...task, ...members })),
});
const stateOf = (sketch: Sketch) => budgetStateOf(sketch, taskOf(sketch));
const edited = (sketch: Sketch, changes: Partial<Task>): Task => {
  const result = updateElement(sketch, 'tasks', 'blink', changes);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return taskOf(result.sketch);
};
const problemsOf = (task: object): string[] => {
  const read = readSketch(JSON.stringify({ polyloop: 1, name: 's', board: 'uno', target: 'superloop', tasks: [task] }));
  return read.ok ? [] : read.problems.map(({ message }) => message);
};

describe('where a budget is from', () => {
  it('is the user unless the file says otherwise', () => {
    expect(stateOf(plain)).toBe('chosen');
    expect(stateOf(withTask(plain, { budgetFrom: ESTIMATE }))).toBe('estimate');
    expect(stateOf(measured(plain))).toBe('measured');
  });

  it('stays the measurement when something that the code names is renamed', () => {
    const named = {
      ...plain,
      channels: [newChannel('value', { writer: 'blink' })],
      tasks: [newTask('blink', { body: 'int v = 1;\nvalue_write(&v);' })],
    };
    const rename = (sketch: Sketch, kind: 'channels' | 'tasks', from: string, to: string): Sketch => {
      const result = renameElement(sketch, kind, from, to);
      if (!result.ok) throw new Error(result.problems[0]?.message);
      return result.sketch;
    };
    const renamed = rename(rename(measured(named), 'channels', 'value', 'level'), 'tasks', 'blink', 'flash');
    expect(taskOf(renamed).body).toContain('level_write');
    expect(stateOf(renamed)).toBe('measured');
    expect(taskOf(renamed).budgetFrom).toMatchObject({ jobs: 300, longestUs: 283 });
    const earlier = withTask(measured(named), { body: 'value_write(0);' });
    expect(stateOf(rename(earlier, 'channels', 'value', 'level'))).toBe('earlier');
  });

  it('is an earlier program once what a job does has changed', () => {
    const sketch = measured(plain);
    expect(stateOf(withTask(sketch, { body: 'digitalWrite(13,  HIGH); /* lit */' }))).toBe('measured');
    expect(stateOf(withTask(sketch, { periodUs: 500_000 }))).toBe('measured');
    expect(stateOf(withTask(sketch, { body: 'digitalWrite(13, LOW);' }))).toBe('earlier');
    expect(stateOf(withTask(sketch, { body: `${BODY}\nprint("a  b");` }))).toBe('earlier');
    expect(stateOf({ ...sketch, prelude: 'long n;' })).toBe('earlier');
    expect(stateOf({ ...sketch, target: 'freertos' })).toBe('earlier');
    const connected = { ...sketch, channels: [newChannel('value', { writer: 'blink' })] };
    expect(stateOf(connected)).toBe('earlier');
    expect(stateOf({ ...sketch, channels: [newChannel('value')] })).toBe('measured');
  });

  it('does not depend on comments and white space after a number with separators or a raw string', () => {
    for (const [body, same] of [
      ["delay(1'000);  step(); // long", "delay(1'000); step();"],
      ['print(R"(a)");  step(); /* long */', 'print(R"(a)"); step();'],
      ['step(); // on \\\n and on\nstep();', 'step(); step();'],
    ] as const) {
      const sketch = measured(withTask(plain, { body }));
      expect(stateOf(withTask(sketch, { body: same }))).toBe('measured');
    }
  });

  it('is provisional until the code was measured, unless the code asks for its budget', () => {
    expect(isProvisional(plain, taskOf(plain))).toBe(false);
    const guessed = withTask(plain, { budgetFrom: ESTIMATE });
    expect(isProvisional(guessed, taskOf(guessed))).toBe(true);
    const asking = withTask(guessed, { body: 'while (pl_job_budget_left_micros() > 100) { step(); }' });
    expect(isProvisional(asking, taskOf(asking))).toBe(false);
    expect(isProvisional(measured(plain), taskOf(measured(plain)))).toBe(false);
    const background = withTask(guessed, { kind: 'background', periodUs: null });
    expect(isProvisional(background, taskOf(background))).toBe(false);
    expect(isGuess(background, taskOf(background))).toBe(true);
  });

  it('changes the program when it decides whether the budget is enforced, and never otherwise', () => {
    const chosen = withTask(plain, { budgetUs: 340 });
    expect(fingerprint(measured(plain))).toBe(fingerprint(chosen));
    expect(fingerprint(measured(plain, { jobs: 9 }))).toBe(fingerprint(chosen));
    expect(fingerprint(withTask(chosen, { budgetFrom: ESTIMATE }))).not.toBe(fingerprint(chosen));
    expect(fingerprint(measured(plain, { code: 1 }))).toBe(fingerprint(withTask(chosen, { budgetFrom: ESTIMATE })));
  });
});

describe('edits', () => {
  it('make a budget the user’s own, unless they say where it is from', () => {
    expect(edited(measured(plain), { budgetUs: 500 })).not.toHaveProperty('budgetFrom');
    expect(edited(plain, { budgetUs: 500, budgetFrom: ESTIMATE }).budgetFrom).toEqual(ESTIMATE);
    expect(edited(measured(plain), { periodUs: 500 }).budgetFrom?.jobs).toBe(300);
    const sporadic = setTaskKind(measured(plain), 'blink', 'sporadic');
    expect(sporadic.ok && sporadic.sketch.tasks[0]?.budgetFrom?.jobs).toBe(300);
    expect(setTaskKind(measured(plain), 'blink', 'background').ok).toBe(true);
  });

  it('do the same for the handler of an interrupt', () => {
    const sketch: Sketch = { ...plain, interrupts: [newInterrupt('key', '2', { handlerBudgetFrom: ESTIMATE })] };
    const result = updateElement(sketch, 'interrupts', 'key', { handlerBudgetUs: 0 });
    expect(result.ok && result.sketch.interrupts[0]).not.toHaveProperty('handlerBudgetFrom');
    expect(stateOfInterrupt(sketch)).toBe('estimate');
  });
});

const stateOfInterrupt = (sketch: Sketch) =>
  sketch.interrupts[0] === undefined ? null : budgetStateOf(sketch, sketch.interrupts[0]);

describe('the file', () => {
  it('keeps the number and its origin', () => {
    for (const sketch of [measured(plain), withTask(plain, { budgetFrom: ESTIMATE })]) {
      expect(readSketch(writeSketch(sketch))).toMatchObject({ ok: true, sketch });
    }
    expect(writeSketch(withTask(plain, { budgetFrom: ESTIMATE }))).toContain('"budgetFrom": {"source": "estimate"}');
  });

  it('says what is missing and what is too much', () => {
    const task = { name: 'T1', periodUs: 10, budgetUs: 5 };
    expect(problemsOf({ ...task, budgetFrom: { source: 'estimate' } })).toEqual([]);
    expect(problemsOf({ ...task, budgetFrom: { source: 'measured', jobs: 3, longestUs: 4 } })).toEqual([
      'Task "T1", budgetFrom: a measured budget needs code. Add it, or make the source "estimate".',
    ]);
    expect(problemsOf({ ...task, budgetFrom: { source: 'estimate', jobs: 3 } })).toEqual([
      'Task "T1", budgetFrom jobs: an estimate has none. Remove it, or make the source "measured".',
    ]);
    expect(problemsOf({ name: 'T1', kind: 'background', budgetFrom: { source: 'estimate' } })).toEqual([
      'Task "T1", budgetFrom: there is no budgetUs that it could be the origin of. Add budgetUs, or remove it.',
    ]);
    expect(problemsOf({ ...task, budgetFrom: { source: 'mesured' } })[0]).toContain('Did you mean "measured"?');
  });
});
