/**
 * Zod, set up for the window. The contract takes it from here as a namespace (`import * as z`), of which a bundle keeps
 * only what is used: not the 300 KB of messages in other languages.
 */
import { config } from 'zod';

// The window's content security policy forbids `eval`, which zod's compiled validators would use.
config({ jitless: true });

export * from 'zod';
