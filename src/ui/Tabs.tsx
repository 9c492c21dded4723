import './theme/tabs.css';
import { TabPanel, TabView } from 'primereact/tabview';
import { type ReactNode, useState } from 'react';

type TabsProps = Readonly<{
  label: string;
  tabs: readonly Tab[];
  first?: string | undefined;
  /** The selected tab, if the caller keeps it, for example in the URL. */
  selected?: string | undefined;
  /** Called with the key of the new tab, for example to update the URL. */
  onChosen?: ((key: string) => void) | undefined;
}>;
export type Tab = { key: string; label: string; content: ReactNode };

/**
 * Tabs; `first` is selected initially. Adds an accessible name to PrimeReact's tab view, and arrow keys that select:
 * by default they only move focus, and Enter selects.
 */
export function Tabs({ label, tabs, first, selected, onChosen }: TabsProps) {
  const [ownKey, setOwnKey] = useState(first ?? tabs[0]?.key);
  const selectedKey = selected ?? ownKey;
  const selectTab = (key: string | undefined): void => {
    if (key === undefined || key === selectedKey) return;
    setOwnKey(key);
    onChosen?.(key);
  };
  const index = tabs.findIndex((tab) => tab.key === selectedKey);
  return (
    <TabView
      activeIndex={Math.max(0, index)}
      onTabChange={(change) => selectTab(tabs[change.index]?.key)}
      pt={{ nav: { 'aria-label': label }, inkbar: { style: { display: 'none' } } }}
    >
      {tabs.map(({ key, label, content }) => (
        <TabPanel key={key} header={label} pt={{ headerAction: { onFocus: () => selectTab(key) } }}>
          {content}
        </TabPanel>
      ))}
    </TabView>
  );
}
