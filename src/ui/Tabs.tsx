import './theme/tabs.css';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

export type Tab = { key: string; label: string; content: ReactNode };

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Panels of which one is shown, at first the one that `first` names; arrows, Home and End choose it (the tabs pattern of WAI-ARIA APG). */
export function Tabs({ label, tabs, first }: { label: string; tabs: readonly Tab[]; first?: string | undefined }) {
  const id = useId();
  const [chosen, choose] = useState(first ?? tabs[0]?.key);
  const shown = tabs.find((tab) => tab.key === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (!step || !shown) return;
    event.preventDefault();
    const next = step(tabs.indexOf(shown), tabs.length);
    choose(tabs[next]?.key);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="tabs" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className="tab"
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => choose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown && (
        <div key={shown.key} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.key}`} className="tab-panel">
          {shown.content}
        </div>
      )}
    </>
  );
}
