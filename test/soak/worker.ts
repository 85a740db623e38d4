/** A process of `npm run soak`: takes seeds from its parent and answers with their results. */
import { setPriority } from 'node:os';
import { type SeedOrder, trySeed } from './seeds.ts';

setPriority(10);
process.on('message', (order: SeedOrder) => {
  trySeed(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({ error: `seed ${order.seed}: ${error instanceof Error ? error.stack : error}` }),
  );
});
process.on('disconnect', () => process.exit(0));
