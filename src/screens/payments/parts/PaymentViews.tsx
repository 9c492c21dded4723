import { useLocation } from 'wouter';
import { messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { ChoiceButtons } from '../../../ui/form/Choices.tsx';

const { tabs } = messages.bank;
const options = [
  { value: 'payments', label: tabs.payments },
  { value: 'bank', label: tabs.bank },
] as const;

/** Switches between recorded payments and the bank's list, which have different URLs. */
export function PaymentViews({ shown }: { shown: 'payments' | 'bank' }) {
  const [, navigate] = useLocation();
  if (!useFeature('bank-matches')) return null;
  return (
    <ChoiceButtons
      label={tabs.label}
      value={shown}
      options={options}
      onChoose={(view) => navigate(view === 'bank' ? '/payments?view=bank' : '/payments')}
    />
  );
}
