import './later.css';
import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Alert } from '../display/Alert.tsx';
import { isLoadFailure } from './notLoaded.ts';

type Module<Props> = Readonly<{ default: ComponentType<Props> }>;
type LoadFailureProps = Readonly<{ again: () => void }>;

/** A message over the otherwise unchanged page if code failed to load. */
function LoadFailure({ again }: LoadFailureProps) {
  return (
    <div className="part-lost no-print">
      <Alert onRetry={again}>{messages.notLoaded}</Alert>
    </div>
  );
}

/** Retries automatically when the connection is back. */
function LazyFallback({ ErrorFallback, again }: LoadFailureProps & { ErrorFallback: ComponentType<LoadFailureProps> }) {
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  return <ErrorFallback again={again} />;
}

/** Reloads failed stylesheets, because the build requests each only once. */
const fetchStylesAgain = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
};

type BoundaryProps = Readonly<{ ErrorFallback: ComponentType<LoadFailureProps>; again: () => void; children: ReactNode }>;

/** Catches only failures to load code. */
class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  again = (): void => {
    this.props.again();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isLoadFailure(error)) throw error;
    return <LazyFallback ErrorFallback={this.props.ErrorFallback} again={this.again} />;
  }
}

/**
 * Loads a component lazily; returns it with a function that prefetches it. Once prefetched, it renders immediately, without its fallback.
 * If loading fails, the rest of the page stays.
 * @param ErrorFallback shown in its place after a failure, with a retry
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<Module<Props>>,
  ErrorFallback: ComponentType<LoadFailureProps> = LoadFailure,
): readonly [View: ComponentType<Props>, fetch: () => Promise<void>] => {
  let loadedModule: Module<Props> | undefined;
  const fetch = async () => {
    loadedModule = await load();
    return loadedModule;
  };
  // React calls `then` once: a loaded module resolves synchronously.
  const toResolved = (module: Module<Props>) =>
    // biome-ignore lint/suspicious/noThenProperty: React awaits any object with `then`.
    ({ then: (resolve: (value: typeof module) => void) => resolve(module) }) as Promise<typeof module>;
  // React caches a failure forever, so a retry needs a new component.
  const createAttempt = () => lazy<ComponentType<Props>>(() => (loadedModule ? toResolved(loadedModule) : fetch()));
  let firstAttempt = createAttempt();
  function LazyComponent(props: Props) {
    const [View, setView] = useState(() => firstAttempt);
    const retry = (): void => {
      fetchStylesAgain();
      firstAttempt = createAttempt();
      setView(() => firstAttempt);
    };
    return (
      <PartBoundary ErrorFallback={ErrorFallback} again={retry}>
        <View {...props} />
      </PartBoundary>
    );
  }
  return [
    LazyComponent,
    () =>
      fetch().then(
        () => {},
        // Rendering the component repeats the request and reports a failure.
        () => {},
      ),
  ];
};
