import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component of another chunk, and what fetches it. Fetched before it is wanted, it is drawn in the same moment, without its fallback. */
export const later = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): readonly [View: LazyExoticComponent<ComponentType<Props>>, fetch: () => Promise<void>] => {
  let loaded: { default: ComponentType<Props> } | undefined;
  const fetch = async () => {
    loaded = await load();
    return loaded;
  };
  // React asks once: what is there already answers before `then` returns.
  const now = (module: { default: ComponentType<Props> }) =>
    // biome-ignore lint/suspicious/noThenProperty: that is what React waits for.
    ({ then: (answer: (value: typeof module) => void) => answer(module) }) as Promise<typeof module>;
  return [
    lazy(() => (loaded ? now(loaded) : fetch())),
    () =>
      fetch().then(
        () => {},
        // Asked again when it is wanted; what fails then is said.
        () => {},
      ),
  ];
};
