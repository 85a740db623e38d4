/**
 * Zod, configured for the window. The contract imports it from here as a namespace (`import * as
 * z`), so a bundle contains only what is used, without 300 KB of translated messages.
 */
import { config } from 'zod';

// The window's content security policy forbids `eval`, which zod's compiled validators would use.
config({ jitless: true });

export * from 'zod';
