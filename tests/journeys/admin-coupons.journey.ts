import { expectAccessibleInTurn, expectAccessibleLooks } from './expect-accessible.ts'
import { expect, signIn, test } from './site.ts'

test('the admin adds coupons, finds them, and sees who redeemed one @long', async ({
  page,
  site,
  browser,
}) => {
  test.slow()
  const admin = await site.login('admin')
  await signIn(page, admin)
  await page.goto('/admin/coupon/add')
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  await expectAccessibleInTurn(page, 'an empty form of coupons')
  await page.getByLabel('License count').fill('3')
  await page.getByLabel('Interval value').fill('2')
  await page.getByLabel('Interval unit').selectOption('month')
  await page.getByLabel('Associate').fill('abc')
  await page.getByLabel('Max usages').fill('5')
  await page.getByLabel('Coupon codes').fill('Partner One\nPartner Two\n')
  await page.getByLabel('Valid until').fill('tomorrow')
  await expect(page.getByText('Associate is too short or invalid keyword')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByLabel('Valid until').blur()
  await expectAccessibleLooks(page, 'a form of coupons with faults')
  await page.getByLabel('Associate').fill('Partner Ltd.')
  await page.getByLabel('Valid until').fill('2029-12-31')
  await submit.click()
  await page.getByLabel('current password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Created 2 coupon(s).')).toBeVisible()

  await page.getByRole('link', { name: 'Associates', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Partner Ltd. 2' })).toBeVisible()
  await expectAccessibleInTurn(page, 'associates')
  await page.getByRole('link', { name: 'Partner Ltd.' }).click()
  const field = page.getByLabel('Coupon code or associate')
  await expect(field).toHaveValue('Partner Ltd.')
  await expect(page.getByText('Match found')).toBeVisible()
  await expect(page.getByText('Total uses: 0')).toBeVisible()

  const visitor = await browser.newContext({ baseURL: site.url })
  const account = await visitor.newPage()
  const expired = await site.login('expired')
  await signIn(account, expired)
  await account.goto('/account/subscription')
  await account.getByLabel('Coupon code').fill('PARTNERone')
  await account.getByRole('button', { name: 'Redeem' }).click()
  await expect(account.getByText('Your coupon was redeemed.')).toBeVisible()
  await visitor.close()

  await page.reload()
  await expect(page.getByText('Total uses: 1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Used by' })).toContainText(expired.email)
  await expectAccessibleInTurn(page, 'the coupons of an associate')

  await field.fill('nothing of the kind')
  await expect(page.getByText('No matching coupon or associate')).toBeVisible()
  await field.fill('partner one')
  await expect(page.getByText('Match found')).toBeVisible()
  await expect(page).toHaveURL(/\?query=partner(\+|%20)one$/)
  await expect(page.getByRole('row', { name: /^Partner One/ })).toContainText('2 months')
  await expect(page.getByRole('region', { name: 'Used by' })).toContainText(expired.email)
  await expectAccessibleInTurn(page, 'a coupon')
})

test('only the admin finds the page @long', async ({ page, site }) => {
  await signIn(page, await site.login('owner'))
  for (const path of ['view', 'add', 'associates']) {
    await page.goto(`/admin/coupon/${path}`)
    await expect(
      page.getByRole('heading', { level: 1, name: 'The given URL can not be found.' }),
    ).toBeVisible()
  }
})
