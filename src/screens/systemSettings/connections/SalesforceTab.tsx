import { SignInTab } from './SignInTab.tsx';

const noFacts = () => [];

/** Salesforce orgs, the source of deals and stages (decisions 2.17). */
export default function SalesforceTab() {
  return <SignInTab kind="salesforce" factsOf={noFacts} />;
}
