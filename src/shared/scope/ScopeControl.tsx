import './scope.css';
import { scopes } from '../../../contract/entities/scope.ts';
import { messages } from '../../../contract/messages.ts';
import { useUser } from '../../app/context.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { ChoiceButtons } from '../../ui/form/Choices.tsx';
import type { ScopeChoice } from './useScope.ts';

const t = messages.scope;
const options = scopes.map((value) => ({ value, label: t[value] }));

/** The switch between team and company, next to the period selector of each page that supports both. */
export function ScopeControl({ scope, isOffered, choose }: ScopeChoice) {
  if (!isOffered) return null;
  return (
    <div className="scope">
      <ChoiceButtons label={t.label} value={scope} options={options} onChoose={choose} />
    </div>
  );
}

/** Shown on pages where managers see only their team (decisions 3.04). */
export function TeamOnly() {
  const { role } = useUser();
  return role === 'sales_manager' ? <Badge severity="info">{t.team}</Badge> : null;
}
