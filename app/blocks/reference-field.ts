/**
 * A drop-down of what the sketch and the board have: channels, resources, parts, pins. Its value is
 * the name. The value stays when the sketch loses the element, so that the block can say what is
 * missing.
 */
import * as Blockly from 'blockly/core';
import type { PartKind } from '../../generator/sketch/model.ts';
import type { BlocksContext } from './context.ts';
import { contextIn } from './workspace-context.ts';

/** Returns the names to choose from. The block's other fields may narrow the choice. */
export type Choices = (context: BlocksContext, block: Blockly.Block) => readonly Choice[];

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What a reference names, for its messages and for renaming. */
export type ReferenceKind =
  | 'channels'
  | 'resources'
  | 'parts'
  | 'tasks'
  | 'pins'
  | 'slots'
  | 'functions'
  | 'parameters';

const FIELD_TYPE = 'field_polyloop_reference';

/** Shown while there is nothing to choose. */
const NOTHING: Choice = { value: '', label: '(none)' };

/** The lists by their names in JSON definitions. */
const lists = new Map<string, { readonly kind: ReferenceKind; readonly choices: Choices }>();

export class ReferenceField extends Blockly.FieldDropdown {
  readonly list: string;

  constructor(list: string, value?: string) {
    super(function (this: Blockly.FieldDropdown): Blockly.MenuOption[] {
      return (this as ReferenceField).choices().map(({ value: name, label }) => [label, name]);
    });
    this.list = list;
    if (value !== undefined) this.setValue(value);
  }

  static override fromJson(options: Blockly.FieldDropdownFromJsonConfig & { readonly list?: string }): ReferenceField {
    return new ReferenceField(options.list ?? '');
  }

  get kind(): ReferenceKind {
    return lists.get(this.list)?.kind ?? 'pins';
  }

  /** The present choices, with the present value first if the sketch does not have it any more. */
  private choices(): readonly Choice[] {
    const known = this.known();
    const value = this.getValue();
    if (value !== null && value !== '' && !known.some((choice) => choice.value === value)) {
      return [{ value, label: `${value} (missing)` }, ...known];
    }
    return known.length === 0 ? [NOTHING] : known;
  }

  /** The choices that the context has. */
  known(): readonly Choice[] {
    const block = this.getSourceBlock();
    const context = block === null ? undefined : contextIn(block.workspace);
    if (block === null || context === undefined) return [];
    return lists.get(this.list)?.choices(context, block) ?? [];
  }

  /** Whether the sketch has what the block names. */
  isKnown(): boolean {
    const value = this.getValue();
    return this.known().some((choice) => choice.value === value);
  }

  protected override doClassValidation_(newValue?: string): string | null {
    return typeof newValue === 'string' ? newValue : null;
  }

  protected override getText_(): string | null {
    const value = this.getValue() ?? '';
    return this.choices().find((choice) => choice.value === value)?.label ?? (value === '' ? NOTHING.label : value);
  }
}

/** The part of a block's JSON definition for a reference. */
export interface ReferenceJson {
  readonly type: typeof FIELD_TYPE;
  readonly name: string;
  readonly list: string;
}

/** Defines a list and returns what makes fields of it. */
export function referenceList(list: string, kind: ReferenceKind, choices: Choices) {
  lists.set(list, { kind, choices });
  return (name: string): ReferenceJson => ({ type: FIELD_TYPE, name, list });
}

const named = (elements: readonly { readonly name: string }[]): Choice[] =>
  elements.map(({ name }) => ({ value: name, label: name }));

/** The parts of these kinds that the filter accepts. */
export function partList(list: string, kinds: readonly PartKind[], accepts: PartFilter = () => true) {
  return referenceList(list, 'parts', (context) =>
    named(context.parts.filter((part) => kinds.includes(part.kind) && accepts(part, context))),
  );
}

export type PartFilter = (part: BlocksContext['parts'][number], context: BlocksContext) => boolean;

export function namesList(
  list: string,
  kind: ReferenceKind,
  elements: (context: BlocksContext) => readonly { readonly name: string }[],
) {
  return referenceList(list, kind, (context) => named(elements(context)));
}

export function pinList(list: string, pins: (context: BlocksContext) => readonly string[]) {
  return referenceList(list, 'pins', (context) => pins(context).map((pin) => ({ value: pin, label: pin })));
}

export function registerReferenceField(): void {
  Blockly.fieldRegistry.register(FIELD_TYPE, ReferenceField);
}
