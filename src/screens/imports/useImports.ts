import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import { type ImportRun, importBadges } from '../../../contract/entities/import.ts';
import { importStates } from '../../../contract/lifecycles/importRun.ts';
import { messages } from '../../../contract/messages.ts';
import { importKinds } from '../../../contract/rules/imports/fields.ts';
import { useApp } from '../../app/context.ts';
import { importsMachine } from '../../machines/imports/imports.machine.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { createImports } from '../../services/imports.ts';
import { readAllPages } from '../../services/pages.ts';
import { type ListNames, parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.imports;
const isOneOf =
  (values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);
const names: ListNames = {
  filters: { kind: { name: 'kind', accepts: isOneOf(importKinds) }, state: { name: 'state', accepts: isOneOf(importStates) } },
  search: 'search',
  page: 'page',
  rows: { '': 'run' },
};

export const importKindOptions = [{ value: '', label: t.allKinds }, ...importKinds.map((value) => ({ value, label: t.kinds[value] }))];
export const importStateOptions = [
  { value: '', label: t.allStates },
  ...importStates.map((value) => ({ value, label: importBadges[value].label })),
];
export const importFilterLabel = (key: string, value: string): string =>
  (key === 'kind' ? importKindOptions : importStateOptions).find((option) => option.value === value)?.label ?? value;

/** Connects the list of runs to the server and the URL. */
export const useImports = () => {
  const { http } = useApp();
  const service = useMemo(() => createImports(http), [http]);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<ImportRun>().provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } });
    return importsMachine.provide({ actors: { list: listOf<ImportRun>().provide({ actors: { pages } }) } });
  }, [service]);
  const address = useSearch();
  const ref = useMachineRef(machine, { opening: parseList(address, names) });
  const screen = useSelector(ref, (snapshot) => snapshot);
  if (!screen.children.list) throw new Error('imports run without their list');
  const list = useList<ImportRun>(screen.children.list, { names });
  useQueryInUrl({ question: toSearchQuery(list.address), search: address, follow: list.follow, bare: true });
  return {
    list,
    service,
    adding: screen.matches('adding'),
    add: () => ref.send({ type: 'upload.open' }),
    closed: () => ref.send({ type: 'upload.closed' }),
    uploaded: (id: string) => ref.send({ type: 'upload.ended', id }),
    changed: () => ref.send({ type: 'run.changed' }),
    readAll: () => readAllPages(service.page, list.question),
  };
};
