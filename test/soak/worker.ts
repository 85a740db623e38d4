/** A process of `npm run soak`: takes seeds from its parent and answers with their results. */
import { setPriority } from 'node:os';
import { type SeedOrder, trySeed } from './seeds.ts';

setPriority(10);
// Ctrl+C reaches the whole group of processes; the parent decides when this one ends.
process.on('SIGINT', () => {});
process.on('message', (order: SeedOrder) => {
  trySeed(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({ error: `seed ${order.seed}: ${error instanceof Error ? error.stack : error}` }),
  );
});
process.on('disconnect', () => process.exit(0));
