import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fetchMenu, Menu } from '../../src/ui/menu/Menu.tsx';
import { Popover } from '../../src/ui/Popover.tsx';

beforeAll(fetchMenu);

afterEach(cleanup);
const show = (onOpenChange?: (open: boolean) => void) =>
  render(
    <StrictMode>
      <Popover label="More" trigger="…" {...(onOpenChange ? { onOpenChange } : {})}>
        {(close) => (
          <button type="button" onClick={close}>
            Done
          </button>
        )}
      </Popover>
      <button type="button">Outside</button>
    </StrictMode>,
  );
const trigger = () => screen.getByRole('button', { name: 'More' });

test('the button opens the panel, announces it, and the panel takes the focus', () => {
  const onOpenChange = vi.fn();
  show(onOpenChange);
  expect(trigger().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(trigger());
  expect(trigger().getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'More' }));
  expect(onOpenChange.mock.calls).toEqual([[true]]);
});

test('Escape closes only the panel and returns the focus', () => {
  const above = vi.fn();
  document.addEventListener('keydown', above);
  show();
  fireEvent.click(trigger());
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  document.removeEventListener('keydown', above);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(trigger());
  expect(above).not.toHaveBeenCalled();
});

test('a click or focus outside closes it, but not one inside', () => {
  show();
  fireEvent.click(trigger());
  fireEvent.pointerDown(screen.getByText('Done'));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.pointerDown(screen.getByText('Outside'));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(trigger());
  fireEvent.focusIn(screen.getByText('Outside'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('its content can close it', () => {
  show();
  fireEvent.click(trigger());
  fireEvent.click(screen.getByText('Done'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(trigger());
});

test('a controlled popover opens only when its owner says so', () => {
  const onOpenChange = vi.fn();
  const view = (open: boolean) => (
    <Popover label="More" trigger="…" open={open} onOpenChange={onOpenChange}>
      text
    </Popover>
  );
  const { rerender } = render(view(false));
  fireEvent.click(trigger());
  expect(onOpenChange.mock.calls).toEqual([[true]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(view(true));
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

test('a menu starts on its first item, skips disabled ones, and Enter chooses and returns the focus', () => {
  const onChosen = vi.fn();
  const item = (key: string, disabled = false) => ({ key, label: key, disabled, onSelect: () => onChosen(key) });
  render(<Menu label="Row" trigger="…" items={[item('Edit'), item('Reset', true), item('Delete')]} />);
  const button = screen.getByRole('button', { name: 'Row' });
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const menu = screen.getByRole('menu', { name: 'Row' });
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  expect(document.activeElement).toBe(menu);
  const current = () => document.getElementById(menu.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const press = (code: string) => fireEvent.keyDown(menu, { key: code, code });
  expect(current()).toBe('Edit');
  press('ArrowDown');
  expect(current()).toBe('Delete');
  press('Home');
  expect(current()).toBe('Edit');
  press('End');
  expect(current()).toBe('Delete');
  press('Enter');
  expect(onChosen.mock.calls).toEqual([['Delete']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
