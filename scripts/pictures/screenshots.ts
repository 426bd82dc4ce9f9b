import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createdDatasetId, enterCredentials } from '../../test/browser/create-as-user.ts';
import { FaultProxy } from '../../test/faults/proxies/fault-proxy.ts';
import { DataPage } from '../../test/workbench/pages/data-page.ts';
import { DesignerPage } from '../../test/workbench/pages/designer-page.ts';
import type { Workbench } from '../../test/workbench/pages/workbench.ts';
import { Session } from '../../test/workbench/session.ts';
import { startGatewayEnvironment } from '../gateway-environment.ts';
import { repositoryFolder, samplesFolder } from '../repository.ts';
import { makeVsix } from '../vsix.ts';

// Takes the screenshots of the README and the documentation in VS Code. Run it again when the user interface changes.

/** The 1-based line of the last column of the first table in sales.dataset.json. */
const lastColumn = 11;

const invoices = `id,customer,date,quantity,paid
10021,Contoso,2026-10-02,12,true
10022,Fabrikam,2026-10-02,3,false
10023,Northwind,2026-10-05,250,true
10024,Contoso,2026-10-09,,false
`;

const sales = `SaleID,ProductID,Quantity,Customer,IsPaid,SoldOn
1,7,12,Contoso,true,2026-10-02T09:30:00Z
2,7,3,Fabrikam,false,2026-10-02T11:05:00Z
3,9,a dozen,Northwind,true,2026-10-05T08:00:00Z
4,8,2,Contoso,false,05/10/2026
`;

const { path: vsix } = await makeVsix();
const { gateway, settings } = await startGatewayEnvironment('staging');
const proxy = new FaultProxy(Number(new URL(gateway.baseUrl).port));
const port = await proxy.start();
const [environment] = settings['dataset.environments'] as { baseUrl: string }[];
const throughProxy = { ...environment, baseUrl: gateway.baseUrl.replace(/:\d+/, `:${port}`) };
const session = await Session.open({
  workspace: samplesFolder,
  vsix,
  settings: {
    ...settings,
    'dataset.environments': [throughProxy],
    'workbench.statusBar.visible': true,
    'editor.minimap.enabled': false,
  },
});
try {
  const { workbench } = session;
  await workbench.page.setViewportSize({ width: 1000, height: 640 });
  await session.show();
  await showDatasetCreation(workbench);
  await workbench.closeNotifications();
  await showDatasetFromData(workbench);
  await takeScreenshot('from-data');
  await closeDatasetFromData(workbench);
  await showCheck(workbench);
  await takeScreenshot('check');
  await closeCheck(workbench);
  await showDesigner(workbench);
  await takeScreenshot('designer');
  await showUnknownSubmission(workbench);
  await takeScreenshot('submissions');
} catch (error) {
  await session.saveEvidence('screenshots-failed');
  throw error;
} finally {
  await session.close();
  proxy.stop();
  await gateway.close();
}

async function showDatasetCreation(workbench: Workbench): Promise<void> {
  await workbench.openFile('sales.dataset.json');
  await workbench.codeLenses(/Create Dataset/);
  await workbench.runCommand('Dataset: Create Dataset');
  await enterCredentials(workbench, gateway.credentials);
  await createdDatasetId(workbench);
}

/** A CSV file, the dataset that was inferred from it, and the ID of what was created. */
async function showDatasetFromData(workbench: Workbench): Promise<void> {
  await workbench.page.setViewportSize({ width: 1280, height: 680 });
  await writeFile(join(session.workspace, 'invoices.csv'), invoices);
  await workbench.openFile('invoices.csv');
  await workbench.runCommand('View: Close Other Editors in Group');
  await workbench.chooseInExplorer('invoices.csv', 'New Dataset from Data Files…');
  await new DataPage(workbench.page).open();
  await workbench.press('Enter');
  await workbench.text(/"name": "invoices"/);
  await workbench.closeNotifications();
  await workbench.runCommand('View: Move Editor into Right Group');
  // The links above the dataset need more than half of the width.
  await workbench.runCommand('Increase Editor Width');
  await workbench.runCommand('Increase Editor Width');
  await workbench.codeLenses(/Create Dataset/);
  await workbench.runCommand('Dataset: Create Dataset');
  await workbench.notification(/Dataset created/);
}

async function closeDatasetFromData(workbench: Workbench): Promise<void> {
  await workbench.closeNotifications();
  await workbench.runCommand('View: Revert and Close Editor');
  await workbench.page.setViewportSize({ width: 1000, height: 640 });
  await workbench.openFile('sales.dataset.json');
  await workbench.runCommand('View: Close Other Editors in Group');
  await rm(join(session.workspace, 'invoices.csv'));
}

/** A cell that doesn't fit, with the whole message in the Problems panel. */
async function showCheck(workbench: Workbench): Promise<void> {
  await writeFile(join(session.workspace, 'sales.csv'), sales);
  await workbench.chooseInExplorer('sales.csv', 'Check Data File…');
  await workbench.pick(/Select the dataset/, 'sales.dataset.json');
  await workbench.notification(/doesn't fit/);
  await workbench.openFile('sales.csv');
  await workbench.problem(/SoldOn/);
  // Away from the tab, which has a tooltip.
  await workbench.page.mouse.move(700, 300);
}

async function closeCheck(workbench: Workbench): Promise<void> {
  await workbench.closeNotifications();
  await workbench.runCommand('Dataset: Clear Problems of Data Files');
  await workbench.runCommand('View: Hide Panel');
  await workbench.openFile('sales.dataset.json');
  await workbench.runCommand('View: Close Other Editors in Group');
  await rm(join(session.workspace, 'sales.csv'));
}

async function showDesigner(workbench: Workbench): Promise<void> {
  await workbench.page.setViewportSize({ width: 1200, height: 680 });
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.goToEndOfLine(lastColumn);
  await workbench.type(',\n{ "name": "Price", "dataType": "Decimal" }');
  await workbench.runCommand('Dataset: Open Designer');
  const designer = new DesignerPage(workbench.page);
  await designer.open();
  await designer.focus();
  // Away from buttons, which have tooltips.
  await workbench.page.mouse.move(300, 600);
  await designer.active(/^Price, Decimal/);
  await workbench.press('Home');
  await workbench.press('ArrowDown');
  await workbench.press('ArrowDown');
  await designer.view.locator('.same-name').waitFor();
}

async function showUnknownSubmission(workbench: Workbench): Promise<void> {
  await workbench.runCommand('File: Revert File');
  await workbench.runCommand('View: Close All Editors');
  proxy.fault = { response: 0, how: 'reset' };
  await workbench.openFile('inventory.dataset.yaml');
  await workbench.runCommand('Dataset: Create Dataset');
  await workbench.notification(/Outcome unknown/);
  await workbench.closeNotifications();
  await workbench.showContainer('Dataset Studio');
  await workbench.runCommand('View: Focus into Primary Side Bar');
  // The descriptions of the submissions need more than the default width.
  for (let size = 0; size < 4; size += 1) await workbench.runCommand('Increase Current View Size');
  await workbench.row('Submissions', /^Outcome unknown/).waitFor();
  await workbench.row('Submissions', /^inventory\.dataset\.yaml/).waitFor();
  // Away from the tab, which has a tooltip.
  await workbench.page.mouse.move(900, 500);
}

async function takeScreenshot(name: string): Promise<void> {
  const path = join(repositoryFolder, 'media', `${name}.png`);
  await session.workbench.notificationsAtRest();
  // What changed is in the lenses a moment later, and tooltips are gone.
  await session.workbench.page.waitForTimeout(1500);
  await session.workbench.page.screenshot({ path });
  console.log(path);
}
