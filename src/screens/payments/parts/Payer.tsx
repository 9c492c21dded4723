import { useState } from 'react';
import type { PaymentChoice } from '../../../../contract/entities/payment.ts';
import { messages } from '../../../../contract/messages.ts';
import type { PaymentsService } from '../../../services/payments.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';

const text = messages.paymentForm;
type Props = Readonly<{
  service: PaymentsService;
  busy: boolean;
  error: string | null;
  onChoose: (choice: PaymentChoice | null) => void;
}>;

/** A customer by name, or by an invoice, which then is paid first (spec 2.60). */
export function Payer({ service, busy, error, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<PaymentChoice | null>(null);
  const { answer, stale, ask } = useAnswer<readonly PaymentChoice[]>(
    async ({ q = '' }) => (q === '' ? [] : service.choices(q)),
    { q: '' },
    '',
  );
  const found = chosen === null && typed.trim() !== '' && !stale ? (answer ?? []) : [];
  const choose = (choice: PaymentChoice): void => {
    setTyped(choice.label);
    setChosen(choice);
    onChoose(choice);
  };
  const type = (next: string): void => {
    setTyped(next);
    ask({ q: next.trim() });
    if (chosen === null) return;
    setChosen(null);
    onChoose(null);
  };
  return (
    <Field label={text.payer} hint={text.payerSearch} error={error}>
      {(wiring) => (
        <>
          <Input {...wiring} value={typed} autoComplete="off" disabled={busy} onChange={({ target }) => type(target.value)} />
          {found.length > 0 && (
            <ul className="payment-choices" aria-label={text.payer}>
              {found.map((choice) => (
                <li key={`${choice.kind} ${choice.id}`}>
                  <Button size="small" severity="text" unavailable={busy} onClick={() => choose(choice)}>
                    {choice.label}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}
