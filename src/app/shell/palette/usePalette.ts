import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { fromPromise } from 'xstate';
import { can } from '../../../../contract/permissions.ts';
import { paletteMachine } from '../../../machines/search/palette.machine.ts';
import { readLastPerson } from '../../../services/scopeMemory.ts';
import { createSearch } from '../../../services/search.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { getPageActions } from '../../../shared/usePageActions.ts';
import { useApp, useFeature, useUser } from '../../context.ts';
import { isOffered, type RouteId, routes, toOpeningUrl } from '../../routes.ts';
import { connectPalette, type LocalOptions, type PaletteOption } from './connectPalette.ts';
import { createRecent } from './recent.ts';

const routesOfRecords: readonly RouteId[] = ['wake', 'plan-trial'];
/** True if the page can be opened without a record in its URL. */
const isDestination = ({ id, path }: (typeof routes)[number]): boolean => !path.includes(':') && !routesOfRecords.includes(id);

const toPageOption = (route: (typeof routes)[number], person: string): PaletteOption => ({
  id: `page:${route.path}`,
  kind: 'page',
  title: route.title,
  detail: null,
  link: toOpeningUrl(route, person),
  icon: route.menu?.icon,
});

/** Connects the palette to the options of the page that is open, to the server's search, and to navigation. */
export const usePalette = (onClose: () => void) => {
  const { http, settings } = useApp();
  const user = useUser();
  const hasSearch = useFeature('search');
  const [, navigate] = useLocation();
  const recentPages = useMemo(() => createRecent(sessionStorage), []);
  const [verbs] = useState(getPageActions);
  const features = useSelector(settings, ({ context }) => context.features);
  const localOptions = useMemo((): LocalOptions => {
    const pages = routes.filter((route) => isDestination(route) && can(user, route.permission) && isOffered(route, features));
    return {
      verbs: verbs.map(({ id, label }) => ({ id: `verb:${id}`, kind: 'verb', title: label, detail: null, link: '' })),
      pages: pages.map((route) => toPageOption(route, readLastPerson(user.id))),
      recent: recentPages.read(user.id),
    };
  }, [user, features, verbs, recentPages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette closes after one choice.
  const machine = useMemo(() => {
    const service = createSearch(http);
    return paletteMachine.provide({
      actors: { search: fromPromise(({ input, signal }) => service.find(input.text, signal)) },
      actions: {
        reportClosed: onClose,
        perform: ({ context }, { id }) => {
          const chosenOption = [
            ...localOptions.recent,
            ...localOptions.verbs,
            ...localOptions.pages,
            ...context.results.map((searchHit) => ({ ...searchHit, id: `${searchHit.kind}:${searchHit.id}` })),
          ].find((option) => option.id === id);
          if (!chosenOption) return;
          if (chosenOption.link === '') {
            // Runs after the palette has closed and focus has returned to the page.
            setTimeout(() => verbs.find((verb) => `verb:${verb.id}` === id)?.run());
            return;
          }
          recentPages.add(user.id, chosenOption);
          navigate(chosenOption.link);
        },
        logFailure: (_, { error }) => console.warn(error),
      },
    });
  }, [http]);
  const ref = useMachineRef(machine, { searches: hasSearch });
  const view = connectPalette(
    useSelector(ref, (snapshot) => snapshot),
    localOptions,
  );
  return {
    view,
    type: (text: string) => ref.send({ type: 'text.type', text }),
    move: (delta: number) => ref.send({ type: 'option.move', delta, count: view.options.length }),
    choose: (id: string) => ref.send({ type: 'option.choose', id }),
    retry: () => ref.send({ type: 'search.retry' }),
    close: () => ref.send({ type: 'palette.close' }),
  };
};
