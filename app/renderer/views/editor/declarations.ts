/** What a piece of C++ declares: functions, variables, types with their fields, and macros. */
import { parser } from '@lezer/cpp';
import type { ArduinoName } from './arduino-names.ts';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

export interface Declarations {
  readonly names: readonly ArduinoName[];
  /** The type of each variable. The last declaration wins. */
  readonly typeOf: ReadonlyMap<string, string>;
  /** The fields and methods of each type. */
  readonly fieldsOf: ReadonlyMap<string, readonly ArduinoName[]>;
}

const MOST_CHARACTERS = 60;

/** Whether the place is in a comment, a string or a character. */
export function isInText(code: string, offset: number): boolean {
  const node = parser.parse(code).resolveInner(offset, -1);
  // At the end of a string, the caret is outside.
  const inside = offset < node.to || node.name === 'LineComment';
  return inside && /Comment|^String$|^RawString$|CharLiteral|SystemLibString/.test(node.name);
}

/** @param about what to say about each name, such as where it is declared */
export function declarationsIn(code: string, about: string): Declarations {
  const reader = new Reader(code, about);
  parser.parse(code).iterate({ enter: ({ node }) => reader.enter(node) });
  return reader;
}

class Reader implements Declarations {
  readonly names: ArduinoName[] = [];
  readonly typeOf = new Map<string, string>();
  readonly fieldsOf = new Map<string, readonly ArduinoName[]>();
  readonly #code: string;
  readonly #about: string;

  constructor(code: string, about: string) {
    this.#code = code;
    this.#about = about;
  }

  /** Returns whether to visit the node's children. */
  enter(node: SyntaxNode): boolean {
    switch (node.name) {
      case 'FunctionDefinition':
        this.#function(node, node.getChild('CompoundStatement')?.from ?? node.to);
        return true;
      case 'Declaration':
      case 'ParameterDeclaration':
        this.#declaration(node);
        return true;
      case 'StructSpecifier':
      case 'ClassSpecifier':
        this.#type(node, this.#text(node.getChild('TypeIdentifier')));
        return false;
      case 'TypeDefinition':
        this.#typedef(node);
        return false;
      case 'Enumerator':
        this.#add(this.#text(node.getChild('Identifier')), this.#text(node), 'constant');
        return false;
      case 'PreprocDirective':
        this.#macro(node);
        return false;
      default:
        return true;
    }
  }

  #text(node: SyntaxNode | null): string {
    return node === null ? '' : this.#code.slice(node.from, node.to);
  }

  #add(name: string, signature: string, kind: ArduinoName['kind']): void {
    if (name !== '')
      this.names.push({ name, signature: shortened(signature), about: this.#about, kind: kind ?? 'function' });
  }

  #function(node: SyntaxNode, to: number): void {
    const declarator =
      node.getChild('FunctionDeclarator') ?? node.getChild('PointerDeclarator')?.getChild('FunctionDeclarator');
    const name = this.#text(declarator?.getChild('Identifier') ?? null);
    const signature = this.#code
      .slice(node.from, to)
      .trim()
      .replace(/^(?:(?:static|inline|constexpr)\s+)+/, '');
    if (name !== '') this.names.push({ name, signature: oneLine(signature), about: this.#about, kind: 'function' });
  }

  /** A declaration of variables, or the prototype of a function. */
  #declaration(node: SyntaxNode): void {
    if (node.getChild('FunctionDeclarator') !== null) {
      this.#function(node, node.to - 1);
      return;
    }
    const typeNode =
      node.getChild('TypeIdentifier') ?? node.getChild('PrimitiveType') ?? node.getChild('SizedTypeSpecifier');
    const type = this.#text(typeNode ?? node.getChild('StructSpecifier')?.getChild('TypeIdentifier') ?? null);
    if (type === '') return;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (!/^(?:Identifier|InitDeclarator|PointerDeclarator|ArrayDeclarator|ReferenceDeclarator)$/.test(child.name))
        continue;
      const name = this.#text(innermost(child));
      if (name === '') continue;
      this.typeOf.set(name, type);
      this.#add(name, `${type} ${name}`, 'variable');
    }
  }

  #typedef(node: SyntaxNode): void {
    const names = node.getChildren('TypeIdentifier').map((each) => this.#text(each));
    const struct = node.getChild('StructSpecifier');
    const name = names.at(-1) ?? '';
    if (struct === null) this.#add(name, this.#text(node), 'type');
    else this.#type(struct, name);
  }

  #type(node: SyntaxNode, name: string): void {
    const list = node.getChild('FieldDeclarationList');
    if (name === '' || list === null) return;
    this.#add(name, `struct ${name}`, 'type');
    const fields = list.getChildren('FieldDeclaration').flatMap((field): ArduinoName[] => {
      const declared = field.getChild('FunctionDeclarator') ?? field.getChild('ArrayDeclarator') ?? field;
      const own = this.#text(declared.getChild('FieldIdentifier'));
      const signature = oneLine(this.#text(field).replace(/;$/, ''));
      const kind = declared.name === 'FunctionDeclarator' ? 'function' : 'field';
      return own === '' ? [] : [{ name: own, signature, about: this.#about, kind }];
    });
    this.fieldsOf.set(name, fields);
  }

  #macro(node: SyntaxNode): void {
    const found = /^#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([^)]*\))?[ \t]*(.*)/.exec(this.#text(node));
    if (found === null) return;
    const [, name = '', parameters, value = ''] = found;
    if (parameters === undefined) this.#add(name, `#define ${name} ${value}`.trim(), 'constant');
    else this.#add(name, `${name}${parameters}`, 'function');
  }
}

/** The identifier in `*name[3] = value`. */
function innermost(node: SyntaxNode): SyntaxNode | null {
  if (node.name === 'Identifier') return node;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (/^Identifier$|Declarator$/.test(child.name)) return innermost(child);
  }
  return null;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

function shortened(text: string): string {
  const line = oneLine(text);
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
