/** The libraries of the sketch: a name and a version of the registry, or a folder. */

import { X } from 'lucide-react';
import { KNOWN_LIBRARIES } from '../../../../generator/import/libraries.ts';
import { isSameLibrary, libraryFault } from '../../../../generator/sketch/libraries.ts';
import type { Library } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { IconButton } from '../controls/button.tsx';
import { type Parsed, TextField } from '../controls/text-field.tsx';
import { Group } from './form.tsx';
import { useChangeSketch } from './use-change.ts';

export function SketchLibraries() {
  const change = useChangeSketch();
  const libraries = useSketch((sketch) => sketch.libraries);
  const set = (label: string, next: readonly Library[]) => change(label, { libraries: next });
  return (
    <Group
      title={tr`Libraries`}
      note={tr`Arduino libraries of the program. Those of the Arduino core, such as EEPROM, SPI and Wire, need only their #include.`}
    >
      <ul className="libraries">
        {libraries.map((library, index) => (
          <li key={library.name}>
            <LibraryFields
              library={library}
              others={libraries.filter((each) => each !== library)}
              onChange={(over) => set(tr`Change library`, libraries.with(index, { ...library, ...over }))}
            />
            <IconButton
              label={tr`Remove ${library.name}`}
              onClick={() =>
                set(
                  tr`Remove library`,
                  libraries.filter((each) => each !== library),
                )
              }
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      <TextField
        key={libraries.length}
        label={tr`Add library`}
        text=""
        placeholder={tr`owner/name`}
        suggestions={KNOWN_LIBRARIES}
        parse={(text) => parseName(text, libraries)}
        onCommit={(name) => set(tr`Add library`, [...libraries, { name, version: null, folder: null }])}
        hint={tr`Its name in the registry of PlatformIO, or any name for a library in a folder.`}
      />
    </Group>
  );
}

interface FieldsProps {
  readonly library: Library;
  readonly others: readonly Library[];
  readonly onChange: (over: Partial<Library>) => void;
}

function LibraryFields({ library, others, onChange }: FieldsProps) {
  const { name, version, folder } = library;
  return (
    <div className="library">
      <TextField
        label={tr`Library`}
        text={name}
        parse={(text) => parseName(text, others)}
        onCommit={(next) => onChange({ name: next })}
      />
      {folder === null ? (
        <TextField
          label={tr`Version`}
          text={version ?? ''}
          placeholder={tr`newest`}
          parse={(text) => optional('version', text)}
          onCommit={(next) => onChange({ version: next })}
        />
      ) : null}
      <TextField
        label={tr`Folder`}
        text={folder ?? ''}
        placeholder={tr`not in a folder`}
        parse={(text) => optional('folder', text)}
        onCommit={(next) => onChange(next === null ? { folder: null } : { folder: next, version: null })}
      />
    </div>
  );
}

function parseName(text: string, others: readonly Library[]): Parsed<string> {
  const value = text.trim();
  const taken = others.find((other) => isSameLibrary(other, { name: value }));
  return taken === undefined
    ? checked('name', value)
    : { ok: false, message: tr`${taken.name} is in the list already.` };
}

function checked(member: keyof Library, value: string): Parsed<string> {
  const fault = libraryFault(member, value);
  return fault === null ? { ok: true, value } : { ok: false, message: capitalized(fault) };
}

const optional = (member: keyof Library, text: string): Parsed<string | null> =>
  text.trim() === '' ? { ok: true, value: null } : checked(member, text.trim());

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
