/** Runs the blocks of one task: those of every body, and those for what the sketch has. */
import type { BlockState } from '../../app/blocks/spec.ts';
import { type Flow, Interpreter, short } from './interpreter.ts';

export class SketchInterpreter extends Interpreter {
  protected override statement(block: BlockState): Flow {
    switch (short(block.type)) {
      case 'lock':
        // Nothing else runs in the slot of a job, so the lock is free.
        this.step();
        return this.run(this.input(block, 'DO'));
      default:
        return super.statement(block);
    }
  }
}
