import { SignInTab } from './SignInTab.tsx';

const noFacts = () => [];

/** Organizations of Salesforce that deals and stages come from (decisions 2.17). */
export default function SalesforceTab() {
  return <SignInTab kind="salesforce" factsOf={noFacts} />;
}
