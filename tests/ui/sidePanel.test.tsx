import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SidePanel } from '../../src/ui/SidePanel.tsx';

afterEach(cleanup);

function Page() {
  const [subject, choose] = useState<string | null>(null);
  return (
    <>
      <button type="button" onClick={() => choose('first')}>
        first
      </button>
      <button type="button" onClick={() => choose('second')}>
        second
      </button>
      {subject && (
        <SidePanel title={`About ${subject}`} subject={subject} onClose={() => choose(null)}>
          more
        </SidePanel>
      )}
    </>
  );
}

const open = (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  return button;
};
const panel = () => screen.queryByRole('complementary');

describe('a panel beside a list', () => {
  it('takes the focus, for each thing that it is about', () => {
    render(<Page />);
    open('first');
    expect(document.activeElement).toBe(panel());
    open('second');
    expect(document.activeElement).toBe(panel());
    expect(panel()?.getAttribute('aria-label')).toBe('About second');
  });

  it('Escape closes it, and the focus is where it came from last', () => {
    render(<Page />);
    open('first');
    const last = open('second');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(last);
  });

  it('leaves Escape to what took it', () => {
    render(<Page />);
    open('first');
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    pressed.preventDefault();
    document.body.dispatchEvent(pressed);
    expect(panel()).not.toBeNull();
  });

  it('is no wall: what is behind it can still be used', () => {
    render(<Page />);
    open('first');
    expect(panel()?.getAttribute('aria-modal')).toBeNull();
    screen.getByRole('button', { name: 'second' }).focus();
    expect(document.activeElement?.textContent).toBe('second');
  });
});
