import { fileURLToPath } from 'node:url';
import {
  isBinaryExpression,
  isCallExpression,
  isCaseClause,
  isIdentifier,
  isPropertyAccessExpression,
  isStringLiteral,
  isSwitchStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker, type Program, type Type, TypeFlags } from 'typescript/unstable/sync';
import { BEHAVIOURS } from '../../src/engine/behaviours/registry.ts';

/** A place in the code that asks of which kind an element is. */
export interface TypeQuestion {
  /** from src/, for example `engine/decide.ts` */
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** it asks the element type that an event or an entry carries, not the model of an element */
  readonly isOfRecord: boolean;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EQUALITY: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]);
const MEMBERSHIP: ReadonlySet<string> = new Set(['has', 'includes', 'indexOf']);
const ELEMENT_TYPES: ReadonlySet<string> = new Set(Object.keys(BEHAVIOURS));

/**
 * Every question about the kind of an element in the files: a comparison, a `switch` or a membership of a value whose type is `ElementType`, and
 * `'x' in y` where `y` is an `ElementModel`. The compiler finds the values of these types.
 * @param paths files from src/
 */
export function typeQuestionsIn(paths: readonly string[]): readonly TypeQuestion[] {
  using api = openApi();
  const { program, checker } = api.project;
  const isElementModel = hasType(checker, exportedType(program, checker, 'ElementModel'), () => true);
  const isElementType = hasType(checker, exportedType(program, checker, 'ElementType'), isNamedType);
  const found: TypeQuestion[] = [];
  for (const path of paths) {
    const file = program.getSourceFile(`${ROOT}src/${path}`);
    if (file === undefined) throw new Error(`the compiler does not know src/${path}`);
    const visit = (node: Node): void => {
      const asked = kindAskedBy(node);
      if ((asked !== undefined && isElementType(asked)) || isElementModel(modelAskedBy(node))) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        const [text = ''] = node.getText(file).split('\n');
        found.push({ path, line, text, isOfRecord: asked !== undefined && nameOf(asked) === 'elementType' });
      }
      node.forEachChild(visit);
    };
    visit(file);
  }
  return found;
}

/** The expression that a node compares with the names of element types, if it does. The compiler is asked about no other: that takes its time. */
function kindAskedBy(node: Node): Node | undefined {
  if (isSwitchStatement(node)) {
    const isOfKind = node.caseBlock.clauses.some((clause) => isCaseClause(clause) && isElementTypeName(clause.expression));
    return isOfKind ? node.expression : undefined;
  }
  if (isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind)) {
    if (isElementTypeName(node.right)) return node.left;
    return isElementTypeName(node.left) ? node.right : undefined;
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
  const [asked] = node.arguments;
  return MEMBERSHIP.has(nameOf(node.expression)) && asked !== undefined && isNamedType(asked) ? asked : undefined;
}

function isElementTypeName(node: Node): boolean {
  return isStringLiteral(node) && ELEMENT_TYPES.has(node.text);
}

/** A check before may have left only some of the types; other unions share words with them, so that a part is enough only under this name. */
function isNamedType(node: Node): boolean {
  return /type$/i.test(nameOf(node));
}

/** The object in which a node looks for a member by name, if it does. */
function modelAskedBy(node: Node): Node | undefined {
  return isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword ? node.right : undefined;
}

function nameOf(node: Node): string {
  if (isPropertyAccessExpression(node)) return node.name.text;
  return isIdentifier(node) ? node.text : '';
}

/** Whether an expression has the wanted type: all of it, or a part of it where that is enough. */
function hasType(checker: Checker, wanted: Type, isEnough: (node: Node) => boolean): (node: Node | undefined) => boolean {
  return (node) => {
    const given = node === undefined ? undefined : checker.getTypeAtLocation(node);
    const present = given === undefined ? undefined : checker.getNonNullableType(given);
    const isSilent = present === undefined || (present.flags & (TypeFlags.Any | TypeFlags.Never)) !== 0;
    if (node === undefined || isSilent) return false;
    return checker.isTypeAssignableTo(present, wanted) && (isEnough(node) || checker.isTypeAssignableTo(wanted, present));
  };
}

function exportedType(program: Program, checker: Checker, name: string): Type {
  const file = program.getSourceFile(`${ROOT}src/engine/model.ts`);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  const symbol = module === undefined ? undefined : checker.getMemberInModuleExports(module, name);
  if (symbol === undefined) throw new Error(`src/engine/model.ts exports no ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function openApi() {
  const api = new API({ cwd: ROOT });
  const [project] = api.updateSnapshot({ openProject: `${ROOT}tsconfig.json` }).getProjects();
  if (project === undefined) throw new Error('the compiler does not open tsconfig.json');
  return { project, [Symbol.dispose]: () => api.close() };
}
