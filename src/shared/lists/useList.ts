import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { listMachine } from '../../machines/lists/list.machine.ts';
import { connectPages, pageFrom, pageInUrl } from './connectPages.ts';
import { useQueryInUrl } from './useQueryInUrl.ts';

type Named = Readonly<Record<string, string>>;

/** What the address says of a list whose filters have these names. */
export const listFrom = (address: string, names: readonly string[]) => {
  const query = new URLSearchParams(address);
  return {
    filters: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
    search: query.get('search') ?? '',
    page: pageFrom(address),
  };
};

const addressOf = (parts: Named): string => new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString();

/** Binds a running list to the table that shows it and to the address: a new list screen is columns, a service and messages. */
export const useList = <Row>(ref: ActorRefFrom<typeof listMachine>, names: readonly string[]) => {
  const { pages } = useSelector(ref, (snapshot) => snapshot.children);
  if (!pages) throw new Error('a list runs without its pages');
  const { filters, search } = useSelector(ref, (snapshot) => snapshot.context);
  const shown = useSelector(pages, (snapshot) => snapshot);
  const choose = (key: string, value: string): void => ref.send({ type: 'filter.choose', key, value });
  const setSearch = (text: string): void => ref.send({ type: 'search.set', text });
  useQueryInUrl({
    own: addressOf({ ...filters, search: search.trim(), page: pageInUrl(shown) }),
    search: useSearch(),
    bare: true,
    follow: (address) => {
      const linked = listFrom(address, names);
      for (const name of names) choose(name, linked.filters[name] ?? '');
      if (linked.search !== search.trim()) setSearch(linked.search);
      pages.send({ type: 'page.go', page: linked.page });
    },
  });
  const { loaded: rows, failure, ...page } = connectPages<Row>(shown);
  return {
    view: { ...page, rows, filters, search },
    failure,
    question: () => pages.getSnapshot().context.question ?? {},
    act: {
      choose,
      setSearch,
      type: (text: string): void => ref.send({ type: 'search.type', text }),
      next: (): void => pages.send({ type: 'page.next' }),
      previous: (): void => pages.send({ type: 'page.previous' }),
      retry: (): void => pages.send({ type: 'page.retry' }),
    },
  };
};
