import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ts, type typescript } from './compiler.ts';

const root = resolve(import.meta.dirname, '../../../..');
const FOLDER = 'server/db/repositories';
const EXECUTING = ['execute', 'executeTakeFirst', 'executeTakeFirstOrThrow', 'named'];

/**
 * A call in the repositories that sends a statement: `place` is file and line, `row` the declared type of its rows, undefined
 * without one.
 */
export type CallSite = Readonly<{ place: string; row: typescript.Type | undefined; isGeneric: boolean }>;

const files = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(root, FOLDER, name));

export const compileRepositories = () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const program = ts.createProgram(files, { ...options, types: ['node'], lib: ['lib.es2023.d.ts'] });
  return { program, checker: program.getTypeChecker() };
};

const WITHOUT_ROWS = ['UpdateResult', 'InsertResult', 'DeleteResult'];

/** The type of one row in a call's promised result. */
const rowOf = (checker: typescript.TypeChecker, call: typescript.CallExpression): typescript.Type | undefined => {
  const promised = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const answer = promised && checker.getNonNullableType(promised);
  if (!answer) return undefined;
  const rows = answer.getProperty('rows');
  const list = rows ? checker.getTypeOfSymbol(rows) : answer;
  const row = checker.isArrayType(list) ? checker.getTypeArguments(list as typescript.TypeReference)[0] : list;
  if (!row || (row.flags & ts.TypeFlags.Unknown) !== 0 || WITHOUT_ROWS.includes(row.symbol?.name ?? '')) return undefined;
  return row;
};

export const callSitesOf = ({ program, checker }: ReturnType<typeof compileRepositories>): CallSite[] =>
  files.flatMap((file) => {
    const source = program.getSourceFile(file);
    const found: CallSite[] = [];
    const visit = (node: typescript.Node): void => {
      if (source && ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name } = node.expression;
        const isTransaction = node.arguments.some((argument) => ts.isArrowFunction(argument));
        if (EXECUTING.includes(name.text) && !isTransaction) {
          const { line } = source.getLineAndCharacterOfPosition(name.getStart());
          const row = rowOf(checker, node);
          const isGeneric = row !== undefined && (row.flags & ts.TypeFlags.TypeParameter) !== 0;
          found.push({ place: `${relative(join(root, FOLDER), file)}:${line + 1}`, row, isGeneric });
        }
      }
      ts.forEachChild(node, visit);
    };
    if (source) visit(source);
    return found;
  });

/** The innermost stack frame within the repositories. */
export const currentPlace = (): string | undefined => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = stackTraceLimit;
  const [, file, line] = /server\/db\/repositories\/([\w/.]+\.ts)(?:\?[^:]*)?:(\d+):/.exec(stack) ?? [];
  return file && `${file}:${line}`;
};
