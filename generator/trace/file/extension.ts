/** The extension of a trace's own file, its dot included. */
export const TRACE_EXTENSION = '.pltrace';
