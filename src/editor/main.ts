// What `extension.ts` and the `register.ts` files load when VS Code first needs it: a bundle of its own.
export { EditorTools } from './agents/editor-tools.ts';
export * from './authoring/authoring.ts';
export { nodeHost } from './authoring/node/host.ts';
export { ChangesLens } from './comparison/changes-lens.ts';
export * as compareWith from './comparison/compare-with.ts';
export { showComparison } from './comparison/compare-with.ts';
export { createdVersions } from './comparison/created-versions.ts';
export * as designer from './designer/designer-panel.ts';
export * as diagramCommands from './diagram/diagram-commands.ts';
export { currentEnvironment } from './environments/current-environment.ts';
export { exportEnvironments } from './environments/export-environments.ts';
export { importEnvironments } from './environments/import-environments.ts';
export { removeEnvironment } from './environments/remove-environment.ts';
export { selectEnvironment } from './environments/select-environment.ts';
export { deliverSignInUri } from './environments/sign-in/browser/sign-in-uri.ts';
export { EnvironmentAccounts } from './environments/sign-in/environment-accounts.ts';
export {
  forgetCredentials,
  setClientSecret,
  setSubscriptionKey,
} from './environments/sign-in/secret-commands.ts';
export { getToken, signIn, signOut, switchAccount } from './environments/sign-in/sign-in-commands.ts';
export { SignInStates } from './environments/sign-in/sign-in-states.ts';
export { EnvironmentStatus } from './environments/view/environment-status.ts';
export { EnvironmentsTree } from './environments/view/environments-tree.ts';
export { manageEnvironment } from './environments/view/manage-environment.ts';
export { addEnvironment } from './environments/wizard/add-environment.ts';
export { editEnvironment } from './environments/wizard/edit-environment.ts';
export { EnvironmentDrafts } from './environments/wizard/environment-drafts.ts';
export * as firstSteps from './first-steps/first-steps.ts';
export { createSample } from './first-steps/gateway/create-sample.ts';
export { GatewayProgress } from './first-steps/gateway/gateway-progress.ts';
export * as fromData from './from-data/from-data.ts';
export { nodeHost as fromDataHost } from './from-data/node/host.ts';
export { LocalGatewayCommands } from './local-gateway/local-gateway-commands.ts';
export { localizeCore } from './localize-core.ts';
export { openStudio } from './studio/studio.ts';
export { createDataset } from './submissions/create/create-dataset.ts';
export { discardBatch, resumeBatch } from './submissions/create/create-many.ts';
export { copyAsCurl, previewRequest } from './submissions/create/request-commands.ts';
export { openSubmissions } from './submissions/view/open-submissions.ts';
export { SubmissionActions } from './submissions/view/submission-actions.ts';
export { SubmissionsTree } from './submissions/view/submissions-tree.ts';
export { SubmissionsView } from './submissions/view/submissions-view.ts';

/** Loads `main.ts`, which contains everything except registrations, to keep activation fast. */
export type LoadMain = () => Promise<typeof import('./main.ts')>;
