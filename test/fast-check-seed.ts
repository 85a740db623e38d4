/**
 * Property tests draw the same values in every run, so that a run can be repeated. Others: set POLYLOOP_SEED to any number.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.POLYLOOP_SEED ?? 1973) });
