import { resolve } from 'node:path';
import type { Store } from '../../../../server/db/repositories/store.ts';
import type { compileRepositories } from './callSites.ts';
import { ts, type typescript } from './compiler.ts';
import type { createSamples } from './samples.ts';

const STORE = resolve(import.meta.dirname, '../../../../server/db/repositories/store.ts');
/** Members of the store that aren't repositories. */
const NO_REPOSITORY = ['ping', 'transaction', 'snapshot', 'asKnown'];

type Samples = ReturnType<typeof createSamples>;
type Method = (...args: unknown[]) => unknown;

const finish = async (answer: unknown): Promise<void> => {
  const result = await answer;
  if (result === null || typeof result !== 'object' || !(Symbol.asyncIterator in result)) return;
  let read = 0;
  for await (const _ of result as AsyncIterable<unknown>) if (++read === 3) return;
};

/** Calls every method of every repository with generated arguments. @returns each method's error, null without one */
export const callMethods = async (
  { program, checker }: ReturnType<typeof compileRepositories>,
  store: Store,
  samples: Samples,
  begin: () => void,
): Promise<Map<string, string | null>> => {
  const source = program.getSourceFile(STORE);
  const declaration = source?.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === 'Store');
  if (!declaration) throw new Error('no type Store');
  const outcome = new Map<string, string | null>();
  const call = async (name: string, type: typescript.Type, method: Method): Promise<void> => {
    const [signature] = type.getCallSignatures();
    const args = signature?.getParameters().map((parameter) => samples.sampleOf(checker.getTypeOfSymbol(parameter), parameter.name)) ?? [];
    begin();
    try {
      await finish(method(...args));
      outcome.set(name, null);
    } catch (error) {
      outcome.set(name, String(error));
    }
  };
  const repositories = checker.getTypeAtLocation(declaration).getProperties();
  for (const repository of repositories) {
    if (NO_REPOSITORY.includes(repository.name)) continue;
    const methods = checker.getTypeOfSymbol(repository).getProperties();
    for (const { name, ...symbol } of methods.map((one) => ({ name: one.name, one }))) {
      const method = (store as unknown as Record<string, Record<string, Method>>)[repository.name]?.[name];
      const type = checker.getTypeOfSymbol(symbol.one);
      if (method && type.getCallSignatures().length > 0) await call(`${repository.name}.${name}`, type, method);
    }
  }
  return outcome;
};
