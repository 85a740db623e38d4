/** A page object of a body of blocks, in terms of the user. */
import { expect, type Locator, type Page } from '@playwright/test';

export class BlocksPage {
  readonly page: Page;
  readonly view: Locator;
  /** The code that the blocks print. */
  readonly code: Locator;

  constructor(page: Page) {
    this.page = page;
    this.view = page.getByTestId('blocks-view');
    this.code = this.view.locator('.printed-code pre');
  }

  /** The blocks of a type in the workspace. */
  blocks(type: string): Locator {
    return this.view.locator(`.blocklyBlockCanvas .polyloop_${type}:not(.blocklyFlyout *)`);
  }

  look(look: 'Blocks' | 'Code'): Locator {
    return this.page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: look, exact: true });
  }

  async isReady(): Promise<void> {
    await expect(this.blocks('start')).toBeVisible();
    // The keys go to the block that holds the body.
    await expect(this.view.locator('.blocklyActiveFocus')).toBeVisible();
  }

  /** Drags a block from the toolbox. `to` is where its left end goes, from the top left corner of `target`. */
  async drag(category: string, type: string, target: Locator, to: { readonly x: number; readonly y: number }) {
    await this.view.locator('.blocklyToolboxCategoryContainer', { hasText: category }).click();
    const offered = this.view.locator(`.blocklyFlyout .polyloop_${type}`).first();
    await offered.scrollIntoViewIfNeeded();
    const [from, onto] = [await boxOf(offered), await boxOf(target)];
    // Inside of blocks with pointed ends, too.
    const grip = { x: 12, y: from.height / 2 };
    await this.page.mouse.move(from.x + grip.x, from.y + grip.y);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + 60, from.y + 20, { steps: 5 });
    await this.page.mouse.move(onto.x + to.x + grip.x, onto.y + to.y + grip.y, { steps: 10 });
    await this.page.mouse.up();
  }

  /** Drags a statement into the empty body. */
  async intoBody(category: string, type: string): Promise<void> {
    await this.drag(category, type, this.blocks('start'), { x: 30, y: 26 });
  }
}

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The block is not drawn.');
  return box;
}
