import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { dealStages } from '../../../../contract/rules/deals.ts';
import { Menu } from '../../../ui/menu/Menu.tsx';

type Props = Readonly<{ deal: Deal; stage?: string; small?: boolean; onMove: (stage: string) => void }>;

/** A menu of the possible stages, for keyboard, touch and mouse. */
export function MoveTo({ deal, stage = deal.stage, small = false, onMove }: Props) {
  return (
    <Menu
      label={fill(messages.dealBoard.moveTo, { name: deal.name })}
      trigger={messages.deals.actions.move}
      triggerClass={small ? 'p-button p-button-text p-button-sm' : 'p-button p-button-secondary'}
      items={dealStages.map(({ name }) => ({ key: name, label: name, disabled: name === stage, onSelect: () => onMove(name) }))}
    />
  );
}
