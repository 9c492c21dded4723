import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Button } from '../../src/ui/Button.tsx';
import { Alert } from '../../src/ui/display/Alert.tsx';
import { ProgressBar } from '../../src/ui/display/ProgressBar.tsx';
import { Field } from '../../src/ui/form/Field.tsx';
import { Input } from '../../src/ui/form/Input.tsx';
import { Pager } from '../../src/ui/Pager.tsx';
import { PeriodBar } from '../../src/ui/period/PeriodBar.tsx';
import PeriodPanel from '../../src/ui/period/PeriodPanel.tsx';
import type { PeriodPanelProps } from '../../src/ui/period/types.ts';
import { fetchToasts, Toasts } from '../../src/ui/toasts/Toasts.tsx';
import { Widgets } from '../../src/ui/Widgets.tsx';

beforeAll(fetchToasts);

afterEach(cleanup);

test('a field ties label, hint and error to its control', () => {
  const { rerender } = render(
    <Field label="Amount" hint="Negative for deductions">
      {(controlProps) => <Input {...controlProps} />}
    </Field>,
  );
  const input = screen.getByLabelText('Amount');
  const described = () => (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(described()).toEqual(['Negative for deductions']);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
  rerender(
    <Field label="Amount" hint="Negative for deductions" error="Amount is required">
      {(controlProps) => <Input {...controlProps} />}
    </Field>,
  );
  expect(described()).toEqual(['Negative for deductions', 'Amount is required']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('spec 2.20: a loading button does nothing, reads its other label and keeps the focus', () => {
  const [onClick, onSubmit] = [vi.fn(), vi.fn()];
  const form = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" loading={loading} loadingLabel="Signing in..." onClick={onClick}>
        Sign In
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  screen.getByRole('button').focus();
  rerender(form(true));
  const button = screen.getByRole('button', { name: 'Signing in...' });
  expect([button.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', button]);
  fireEvent.click(button);
  expect([onClick.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
});

test('an error is a dismissible alert, and a success is a status', () => {
  const onDismiss = vi.fn();
  render(<Alert onDismiss={onDismiss}>Login failed</Alert>);
  expect(screen.getByRole('alert').textContent).toBe('Login failed');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onDismiss).toHaveBeenCalledTimes(1);
  cleanup();
  render(<Alert severity="success">Saved</Alert>);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Saved');
});

test('an alert offers a retry only if that can help', () => {
  const onRetry = vi.fn();
  render(<Alert onRetry={onRetry}>Failed to load commissions</Alert>);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  cleanup();
  render(<Alert onRetry={undefined}>Refused</Alert>);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the pager only leads to existing pages', () => {
  const onPrevious = vi.fn();
  const onNext = vi.fn();
  render(<Pager text="1–25 of 30" canPrevious={false} canNext onPrevious={onPrevious} onNext={onNext} />);
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPrevious).not.toHaveBeenCalled();
  expect(onNext).toHaveBeenCalledTimes(1);
});

test('a bar above 100% is full and still announces its value', () => {
  render(<ProgressBar label="Quota" value={1.2} />);
  const bar = screen.getByRole('progressbar', { name: 'Quota' });
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
  expect(bar.getAttribute('aria-valuetext')).toBe('120.0%');
});

test('a toast is dismissed by its id', () => {
  const onDismiss = vi.fn();
  render(
    <Toasts
      items={[
        { id: 't1', severity: 'success', text: 'Saved' },
        { id: 't2', severity: 'danger', text: 'Not sent' },
      ]}
      onDismiss={onDismiss}
    />,
  );
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[1] as HTMLElement);
  expect(onDismiss.mock.calls).toEqual([['t2']]);
});

test('spec 2.40: the bar has the four modes, two arrows and the label that opens the picker', () => {
  const calls = vi.fn();
  const call = (name: string) => (value?: unknown) => calls(name, ...(typeof value === 'string' ? [value] : []));
  render(
    <PeriodBar
      canPrevious
      label="2026-Q4"
      mode="quarter"
      onMode={call('mode')}
      onPrevious={call('previous')}
      onNext={call('next')}
      onOpen={call('open')}
    />,
  );
  const radios = screen.getAllByRole('radio');
  expect(radios.map((radio) => radio.textContent)).toEqual(['Month', 'Quarter', 'Year', 'Custom']);
  expect(radios.map((radio) => radio.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false', 'false']);
  fireEvent.click(radios[2] as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Previous period' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next period' }));
  fireEvent.click(screen.getByRole('button', { name: 'Choose period: 2026-Q4' }));
  expect(calls.mock.calls).toEqual([['mode', 'year'], ['previous'], ['next'], ['open']]);
});

const panel = (overrides: Partial<PeriodPanelProps>) => {
  const handlers = {
    onMode: vi.fn(),
    onToday: vi.fn(),
    onYearBack: vi.fn(),
    onYearForward: vi.fn(),
    onMonth: vi.fn(),
    onQuarter: vi.fn(),
    onYear: vi.fn(),
    onStart: vi.fn(),
    onEnd: vi.fn(),
    onApply: vi.fn(),
    onClose: vi.fn(),
  };
  const months = ['Jan', 'Feb', 'Mar'].map((label, month) => ({
    month,
    label,
    selected: month === 1,
    now: month === 0,
    disabled: month === 2,
  }));
  const quarters = [1, 2, 3, 4].map((quarter) => ({ quarter, label: `Q${quarter}`, selected: false, now: false, disabled: false }));
  const years = [2026, 2025].map((year) => ({ year, selected: false, now: year === 2026 }));
  const own = {
    mode: 'month' as const,
    year: 2026,
    canYearBack: true,
    canYearForward: false,
    months,
    quarters,
    years,
    start: '',
    end: '',
    error: null,
    canApply: false,
  };
  render(<PeriodPanel {...own} {...handlers} {...overrides} />);
  return handlers;
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('spec 2.40, 5.04: a month is chosen, the years stop at their limit, and Apply waits for a choice', () => {
  const handlers = panel({});
  expect(button('Feb').getAttribute('aria-pressed')).toBe('true');
  expect(['Jan', 'Feb'].map((name) => button(name).getAttribute('aria-current'))).toEqual(['date', null]);
  fireEvent.click(button('Jan'));
  fireEvent.click(button('Mar'));
  fireEvent.click(button('Previous year'));
  fireEvent.click(button('Next year'));
  fireEvent.click(button('Today'));
  expect(handlers.onMonth.mock.calls).toEqual([[0]]);
  expect(handlers.onYearBack).toHaveBeenCalledTimes(1);
  expect(handlers.onYearForward).not.toHaveBeenCalled();
  expect(handlers.onToday).toHaveBeenCalledTimes(1);
  expect(button('Apply').disabled).toBe(true);
  fireEvent.submit(button('Apply').closest('form') as HTMLFormElement);
  expect(handlers.onApply).not.toHaveBeenCalled();
});

test('quarters and years can be chosen, and Apply applies the choice', () => {
  const handlers = panel({ mode: 'quarter', canApply: true });
  fireEvent.click(button('Q3'));
  expect(handlers.onQuarter.mock.calls).toEqual([[3]]);
  fireEvent.submit(button('Apply').closest('form') as HTMLFormElement);
  expect(handlers.onApply).toHaveBeenCalledTimes(1);
  cleanup();
  const other = panel({ mode: 'year' });
  fireEvent.click(button('2025'));
  expect(other.onYear.mock.calls).toEqual([[2025]]);
});

test('a custom range has two dates and shows its error beside the end', () => {
  const handlers = panel({ mode: 'custom', start: '2026-11-02', end: '2026-11-01', error: 'End date cannot be before start date' });
  expect(screen.getByLabelText('End date').getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-10-01' } });
  fireEvent.change(screen.getByLabelText('End date'), { target: { value: '2026-12-01' } });
  expect(handlers.onStart.mock.calls).toEqual([['2026-10-01']]);
  expect(handlers.onEnd.mock.calls).toEqual([['2026-12-01']]);
});

test('mounting a widget again leaves the page’s styles unchanged', async () => {
  const page = (count: number) => (
    <Widgets>
      {Array.from({ length: count }, (_, index) => (
        <Input key={String(index)} aria-label={`Input ${index}`} />
      ))}
    </Widgets>
  );
  document.head.replaceChildren();
  const { rerender } = render(page(1));
  expect(document.head.querySelector('style[data-primereact-style-id="common"]')?.textContent).toContain('.p-component');
  const listener = vi.fn();
  const observer = new MutationObserver(listener);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  rerender(page(3));
  await new Promise((resolve) => setTimeout(resolve));
  observer.disconnect();
  expect(screen.getAllByRole('textbox')).toHaveLength(3);
  expect(listener).not.toHaveBeenCalled();
});
