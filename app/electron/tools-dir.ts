/**
 * Decides where an installed program keeps its tools, before any other module looks for them. Its own folder
 * is read-only and is replaced by the next version.
 */
import { join } from 'node:path';
import { app } from 'electron';

if (app.isPackaged) process.env.POLYLOOP_TOOLS_DIR ??= join(app.getPath('userData'), 'tools');
