import './later.css';
import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Alert } from '../display/Alert.tsx';
import { notLoaded } from './notLoaded.ts';

type Module<Props> = Readonly<{ default: ComponentType<Props> }>;
type LostProps = Readonly<{ again: () => void }>;

/** Its code did not come: one sentence over the page, which stands as it is. */
function PartLost({ again }: LostProps) {
  return (
    <div className="part-lost no-print">
      <Alert onRetry={again}>{messages.notLoaded}</Alert>
    </div>
  );
}

/** Asks by itself once the connection is back. */
function Waiting({ Lost, again }: LostProps & { Lost: ComponentType<LostProps> }) {
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  return <Lost again={again} />;
}

/** Style sheets that failed are asked for again: the build asks once for each. */
const fetchStylesAgain = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
};

type BoundaryProps = Readonly<{ Lost: ComponentType<LostProps>; again: () => void; children: ReactNode }>;

/** Catches that the code of a part did not come, and nothing else. */
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
    if (!notLoaded(error)) throw error;
    return <Waiting Lost={this.props.Lost} again={this.again} />;
  }
}

/**
 * A component of another chunk, and what fetches it. Fetched before it is wanted, it is drawn in the same moment, without its fallback. Where it
 * cannot be fetched, the rest of the page stays.
 * @param Lost stands in its place then, with a way to try again
 */
export const later = <Props extends object>(
  load: () => Promise<Module<Props>>,
  Lost: ComponentType<LostProps> = PartLost,
): readonly [View: ComponentType<Props>, fetch: () => Promise<void>] => {
  let loaded: Module<Props> | undefined;
  const fetch = async () => {
    loaded = await load();
    return loaded;
  };
  // React asks once: what is there already answers before `then` returns.
  const now = (module: Module<Props>) =>
    // biome-ignore lint/suspicious/noThenProperty: that is what React waits for.
    ({ then: (answer: (value: typeof module) => void) => answer(module) }) as Promise<typeof module>;
  // React keeps a failure for good: a new try is a new component.
  const attempt = () => lazy<ComponentType<Props>>(() => (loaded ? now(loaded) : fetch()));
  let first = attempt();
  function Later(props: Props) {
    const [View, setView] = useState(() => first);
    const again = (): void => {
      fetchStylesAgain();
      first = attempt();
      setView(() => first);
    };
    return (
      <PartBoundary Lost={Lost} again={again}>
        <View {...props} />
      </PartBoundary>
    );
  }
  return [
    Later,
    () =>
      fetch().then(
        () => {},
        // Asked again when it is wanted; what fails then is said.
        () => {},
      ),
  ];
};
