/** The profiles that the host keeps beside a sketch's file. */
import { profileSchema } from '../../generator/profile/profile.ts';
import { method, nothing, path } from './define.ts';
import * as z from './zod.ts';

const MAX_NAME = 300;

const file = z.string().min(1).max(MAX_NAME);

export const profiles = {
  methods: {
    /** All valid profiles of the sketch in this file, the newest first, and what is wrong with other files. */
    list: method(
      z.strictObject({ sketch: path }),
      z.object({
        profiles: z.array(z.object({ file, profile: profileSchema })),
        problems: z.array(z.object({ file, message: z.string() })),
      }),
    ),
    /** Rejects if there is a profile of this name. Answers the path of the file. */
    keep: method(z.strictObject({ sketch: path, profile: profileSchema }), z.object({ path })),
    remove: method(z.strictObject({ sketch: path, file }), nothing),
  },
  events: {},
} as const;
