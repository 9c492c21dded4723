import './theme/tabs.css';
import { TabPanel, TabView } from 'primereact/tabview';
import { type ReactNode, useState } from 'react';

type TabsProps = Readonly<{
  label: string;
  tabs: readonly Tab[];
  first?: string | undefined;
  /** Told of another one, by its key: where the address says which is shown. */
  onChosen?: ((key: string) => void) | undefined;
}>;
export type Tab = { key: string; label: string; content: ReactNode };

/**
 * Panels of which one is shown, at first the one that `first` names: PrimeReact's tab view with a name, whose arrows choose.
 * As shipped they only move the focus, and Enter chooses.
 */
export function Tabs({ label, tabs, first, onChosen }: TabsProps) {
  const [chosen, setChosen] = useState(first ?? tabs[0]?.key);
  const choose = (key: string | undefined): void => {
    if (key === undefined || key === chosen) return;
    setChosen(key);
    onChosen?.(key);
  };
  const at = tabs.findIndex((tab) => tab.key === chosen);
  return (
    <TabView
      activeIndex={Math.max(0, at)}
      onTabChange={({ index }) => choose(tabs[index]?.key)}
      pt={{ nav: { 'aria-label': label }, inkbar: { style: { display: 'none' } } }}
    >
      {tabs.map(({ key, label, content }) => (
        <TabPanel key={key} header={label} pt={{ headerAction: { onFocus: () => choose(key) } }}>
          {content}
        </TabPanel>
      ))}
    </TabView>
  );
}
