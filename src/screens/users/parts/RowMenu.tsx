import { fill, messages } from '../../../../contract/messages.ts';
import { Icon } from '../../../ui/display/Icon.tsx';
import { bars } from '../../../ui/display/icons.ts';
import { Menu } from '../../../ui/menu/Menu.tsx';
import type { MenuItem } from '../../../ui/menu/types.ts';

export function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return (
    <Menu
      label={fill(messages.users.actions, { name })}
      trigger={<Icon svg={bars} />}
      triggerClass="p-button p-button-text p-button-sm p-button-icon-only"
      items={items}
    />
  );
}
