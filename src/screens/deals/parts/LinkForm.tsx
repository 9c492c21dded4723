import { type FormEvent, useState } from 'react';
import type { DealChoice, DealLink } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DealsService } from '../../../services/deals.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { ChoiceButtons } from '../../../ui/form/Choices.tsx';
import { Input } from '../../../ui/form/Input.tsx';

const { panel } = messages.deals;
const kindOptions = (['event', 'invoice'] as const).map((value) => ({ value, label: panel.linkKinds[value] }));
type Kind = DealLink['kind'];
type Props = Readonly<{ service: DealsService; busy: boolean; onLink: (link: { kind: Kind; id: string }) => void }>;

export function LinkForm({ service, busy, onLink }: Props) {
  const [query, setQuery] = useState('');
  const { question, answer, error, loading, stale, ask } = useAnswer<readonly DealChoice[]>(
    async ({ kind, q = '' }) => (q === '' ? [] : service.choices(kind as Kind, q)),
    { kind: 'event', q: '' },
    panel.choicesFailed,
  );
  const kind = question.kind as Kind;
  const text = question.q ?? '';
  const results = text === '' || stale ? [] : (answer ?? []);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    ask({ kind, q: query.trim() });
  };
  return (
    <form className="deal-link-form" onSubmit={search} aria-label={panel.link}>
      <ChoiceButtons label={panel.linkKind} value={kind} options={kindOptions} onChoose={(next: Kind) => ask({ kind: next, q: '' })} />
      <div className="deal-link-search">
        <Input
          type="search"
          aria-label={panel.linkSearch[kind]}
          placeholder={panel.linkSearch[kind]}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Button type="submit" severity="secondary" disabled={query.trim() === ''}>
          {messages.grid.search}
        </Button>
      </div>
      {error !== null && <Alert>{error}</Alert>}
      {text !== '' && !loading && answer?.length === 0 && <p role="status">{fill(panel.noChoices, { text })}</p>}
      <ul>
        {results.map((choice) => (
          <li key={choice.id}>
            <Button size="small" severity="text" unavailable={busy} onClick={() => onLink({ kind, id: choice.id })}>
              {choice.label}
              {choice.day !== null && `, ${formatDate(choice.day)}`}
            </Button>
          </li>
        ))}
      </ul>
    </form>
  );
}
