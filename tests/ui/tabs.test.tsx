import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Tabs } from '../../src/ui/Tabs.tsx';

const names = ['Details', 'Why?', 'History'];
beforeEach(() => {
  render(<Tabs label="About this record" tabs={names.map((label) => ({ key: label, label, content: <p>Panel of {label}</p> }))} />);
});
afterEach(cleanup);

const tab = (name: string) => screen.getByRole('tab', { name });
const getPanelText = () => screen.getByRole('tabpanel').textContent;

test('the first tab is chosen, and only the chosen one is reached by Tab', () => {
  expect(screen.getByRole('tablist', { name: 'About this record' })).toBeTruthy();
  expect(getPanelText()).toBe('Panel of Details');
  expect(screen.getAllByRole('tab').map((item) => item.tabIndex)).toEqual([0, -1, -1]);
  expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(tab('Details').id);
});

test.each([
  ['ArrowRight', 'Details', 'Why?'],
  ['ArrowLeft', 'Details', 'History'],
  ['ArrowRight', 'History', 'Details'],
  ['End', 'Details', 'History'],
  ['Home', 'History', 'Details'],
])('%s on %s chooses and focuses %s', (key, from, to) => {
  fireEvent.click(tab(from));
  tab(from).focus();
  fireEvent.keyDown(tab(from), { key, code: key });
  expect(document.activeElement).toBe(tab(to));
  expect(tab(to).getAttribute('aria-selected')).toBe('true');
  expect(getPanelText()).toBe(`Panel of ${to}`);
  expect(tab(to).getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
});
