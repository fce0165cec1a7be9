#!/bin/sh
# Makes a repository of 16 commits in a new folder, one of which breaks the sum, and lets Git find it.
set -e
cd "$(mktemp -d)"
git init --quiet
git config user.name Ada
git config user.email ada@example.org

commit() { git add . && git commit --quiet --message "$1"; }
echo 'total() { echo $(($1 + $2)); }' > invoice.sh
commit 'Add up an invoice'
git tag v1.4
for n in 2 3 4 5 6 7 8 9 10; do echo "$n" >> notes && commit "Note $n"; done
echo 'total() { echo $(($1 - $2)); }' > invoice.sh
commit 'Round the discount before the tax'
for n in 12 13 14 15 16; do echo "$n" >> notes && commit "Note $n"; done

# the test: exit code 0 is good, 1 is bad
cat > "$PWD.test" <<'TEST'
. ./invoice.sh
test "$(total 2 1)" = 3
TEST

git bisect start
git bisect bad
git bisect good v1.4
git bisect run sh "$PWD.test"
git bisect reset
