/**
 * Runs the steps of set-up, several at a time. A step begins when the steps that it needs have ended. Every line
 * that is printed below a step's title names the step, because steps print between each other's lines.
 */

/** @typedef {import('./step.mjs').Step} Step */
/** @typedef {Omit<import('./step.mjs').Context, 'ended'>} StepContext */

/** The steps wait for the network and for the disk in turn, so this many suit two processors. */
const MOST_AT_ONCE = 3;

/**
 * @param {readonly Step[]} steps
 * @param {{ contextOf: (step: Step) => StepContext, print: (text: string) => void }} options
 * @returns {Promise<Step[]>} the steps whose parts are missing, in the order of `steps`. After a required one, no
 *   other step begins
 */
export function runSteps(steps, options) {
  return new Steps(steps, options).run();
}

class Steps {
  /** @type {readonly Step[]} */
  #steps;
  #options;
  /** The steps that have not ended. @type {Set<Step>} */
  #open;
  /** @type {Map<Step, Promise<void>>} */
  #running = new Map();
  /** @type {Set<Step>} */
  #lacking = new Set();
  /** By step: the steps that it needs. @type {Map<Step, readonly Step[]>} */
  #needs = new Map();
  /** @type {Map<Step, { promise: Promise<void>, resolve: () => void }>} */
  #ends;

  /**
   * @param {readonly Step[]} steps
   * @param {{ contextOf: (step: Step) => StepContext, print: (text: string) => void }} options
   */
  constructor(steps, options) {
    this.#steps = steps;
    this.#options = options;
    this.#open = new Set(steps);
    this.#ends = new Map(steps.map((step) => [step, pending()]));
  }

  async run() {
    for (;;) {
      this.#begin();
      if (this.#running.size === 0) break;
      await Promise.race(this.#running.values());
    }
    return this.#steps.filter((step) => this.#lacking.has(step));
  }

  /** Begins what can begin, in the order of the steps. */
  #begin() {
    for (const step of this.#open) {
      if (this.#running.has(step)) continue;
      if ([...this.#lacking].some(({ required }) => required)) return;
      if (this.#running.size === MOST_AT_ONCE) return;
      if (this.#needsOf(step).some((needed) => this.#open.has(needed))) continue;
      const where = step.present();
      if (where !== null) {
        this.#options.print(`${this.#label(step)} … already there (${where})`);
        this.#end(step);
        continue;
      }
      // The terminal belongs to one step. Later steps would keep it waiting.
      if (step.usesTerminal?.() && this.#running.size > 0) return;
      if ([...this.#running.keys()].some((other) => other.usesTerminal?.())) return;
      this.#running.set(
        step,
        this.#bring(step).finally(() => this.#end(step)),
      );
    }
  }

  /** @param {Step} step */
  async #bring(step) {
    const { contextOf, print } = this.#options;
    const label = this.#label(step);
    print(`${label} … installing`);
    const started = performance.now();
    try {
      await step.bring({ ...contextOf(step), ended: (title) => this.#ended(title) });
      print(`${label} … done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      print(`${label} … MISSING: ${step.without}\n      ${error.message}`);
      this.#lacking.add(step);
    }
  }

  /** @param {Step} step */
  #end(step) {
    this.#open.delete(step);
    this.#running.delete(step);
    this.#ends.get(step)?.resolve();
  }

  /** @param {string} title */
  async #ended(title) {
    const step = this.#steps.find((each) => each.title === title);
    if (step !== undefined) await this.#ends.get(step)?.promise;
  }

  /** @param {Step} step */
  #needsOf(step) {
    let needs = this.#needs.get(step);
    if (needs === undefined) {
      const titles = step.needs?.() ?? [];
      needs = this.#steps.filter(({ title }) => titles.includes(title));
      this.#needs.set(step, needs);
    }
    return needs;
  }

  /** @param {Step} step */
  #label(step) {
    return `[${this.#steps.indexOf(step) + 1}/${this.#steps.length}] ${step.title}`;
  }
}

function pending() {
  /** @type {() => void} */
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
