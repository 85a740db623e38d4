/**
 * Property tests draw the same values in every run, so that a failure can be repeated. To draw
 * other values, set POLYLOOP_SEED to any number.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.POLYLOOP_SEED ?? 1973) });
