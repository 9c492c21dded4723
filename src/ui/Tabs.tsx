import './theme/tabs.css';
import { TabPanel, TabView } from 'primereact/tabview';
import { type ReactNode, useState } from 'react';

export type Tab = { key: string; label: string; content: ReactNode };

/**
 * Panels of which one is shown, at first the one that `first` names: PrimeReact's tab view with a name, whose arrows choose.
 * As shipped they only move the focus, and Enter chooses.
 */
export function Tabs({ label, tabs, first }: { label: string; tabs: readonly Tab[]; first?: string | undefined }) {
  const [chosen, choose] = useState(first ?? tabs[0]?.key);
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
