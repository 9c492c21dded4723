import './systemSettings.css';
import { messages } from '../../../contract/messages.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { GeneralTab } from './parts/GeneralTab.tsx';

const text = messages.generalSettings;

/** spec 2.49: the integrations' tabs come with the integrations. */
export default function SystemSettingsScreen() {
  return (
    <div className="system">
      <h1>{text.title}</h1>
      <Tabs label={text.tabsLabel} tabs={[{ key: 'general', label: text.tabs.general, content: <GeneralTab /> }]} />
    </div>
  );
}
