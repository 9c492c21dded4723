import { type KeyboardEvent, useRef, useState } from 'react';
import type { PaymentChoice } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { PaymentsService } from '../../../services/payments.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';

const t = messages.paymentFormText;
type Props = Readonly<{
  service: PaymentsService;
  busy: boolean;
  error: string | null;
  chosen: PaymentChoice | null;
  onChoose: (choice: PaymentChoice | null) => void;
}>;

/** Finds a customer by name, or by an invoice that the payment then pays first (spec 2.60). */
export function PayerField({ service, busy, error, chosen, onChoose }: Props) {
  const [searchText, setSearchText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const {
    answer,
    stale,
    error: searchError,
    ask,
    retry,
  } = useAnswer<readonly PaymentChoice[]>(async ({ q = '' }) => (q === '' ? [] : service.choices(q)), { q: '' }, t.searchFailed);
  const isSearching = chosen === null && searchText.trim() !== '' && !stale;
  const matches = isSearching ? (answer ?? []) : [];
  const choose = (choice: PaymentChoice): void => {
    onChoose(choice);
    // The chosen result's button disappears, so focus returns to the field.
    field.current?.focus();
  };
  const [firstMatch] = matches;
  /** Enter chooses the first result instead of submitting the form; the arrow keys move through the results. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isField = event.currentTarget === field.current;
    if (event.key === 'Enter' && isField && chosen === null) {
      event.preventDefault();
      if (firstMatch) choose(firstMatch);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const focusStops: (HTMLElement | null)[] = [field.current, ...(list.current?.querySelectorAll('button') ?? [])];
      const index = focusStops.indexOf(document.activeElement as HTMLElement | null);
      event.preventDefault();
      focusStops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    }
  };
  const type = (next: string): void => {
    setSearchText(next);
    ask({ q: next.trim() });
    if (chosen !== null) onChoose(null);
  };
  return (
    <Field label={t.payer} hint={t.payerSearch} error={error}>
      {(controlProps) => (
        <>
          <Input
            {...controlProps}
            ref={field}
            value={chosen?.label ?? searchText}
            autoComplete="off"
            disabled={busy}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
          {matches.length > 0 && (
            <ul ref={list} className="payment-choices" aria-label={t.payersFound} onKeyDown={onKeyDown}>
              {matches.map((choice) => (
                <li key={`${choice.kind} ${choice.id}`}>
                  <Button size="small" severity="text" unavailable={busy} onClick={() => choose(choice)}>
                    {choice.label}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {isSearching && searchError === null && answer !== null && matches.length === 0 && (
            <p className="field-hint" role="status">
              {fill(t.payerNone, { text: searchText.trim() })}
            </p>
          )}
          {searchError !== null && <Alert onRetry={retry}>{searchError}</Alert>}
        </>
      )}
    </Field>
  );
}
