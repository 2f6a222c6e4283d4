#!/bin/sh
# Installs the newest release of build/release on a fresh Debian that boots with systemd, by the lines of docs/handbook/install.md,
# upgrade.md and backup.md, and prints each with its output. As root on Debian, with debootstrap and systemd-container:
#   sh drills/fresh-debian.sh /var/tmp/fresh-debian
# The folder must not exist; the machine in it shares this one's network (ports 80, 443, 3000 and 5432 are free).
set -eu
cd "$(dirname "$0")/.."
machine=$1
mirror=$(apt-get indextargets --format '$(SITE)' | head -n 1)
[ ! -e "$machine" ] || { echo "$machine is there already" >&2 && exit 1; }

debootstrap --variant=minbase --include=systemd,systemd-sysv,ca-certificates,curl,openssl,nginx,postgresql \
  "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$machine" "$mirror" > /dev/null
cp build/release/guichet-*.tar.gz build/release/guichet-*.tar.gz.sha256 deploy/portal.env.example deploy/nginx.conf "$machine/srv/"

cat > "$machine/srv/steps.sh" <<'STEPS'
set -eu
cd /srv
release=$(basename guichet-*.tar.gz .tar.gz)
ready() {
  set +x
  for seconds in $(seq 0 90); do curl -fsS http://localhost:3000/readyz > /dev/null 2>&1 && echo "ready after $seconds s" && set -x && return; sleep 1; done
  journalctl -u guichet --no-pager -n 20 && exit 1
}
PS4='$ '
set -x
runuser -u postgres -- psql -qc "create role guichet login password 'of-the-drill'"
runuser -u postgres -- createdb -O guichet guichet
sha256sum -c "$release.tar.gz.sha256"
mkdir -p /opt/guichet && tar -xzf "$release.tar.gz" -C /opt/guichet --no-same-owner
ln -sfn "$release" /opt/guichet/next && mv -T /opt/guichet/next /opt/guichet/current
install -m 644 /opt/guichet/current/deploy/guichet.service /etc/systemd/system/
ln -sf /opt/guichet/current/bin/guichet /usr/local/bin/guichet
cp portal.env.example portal.env
install -D -m 600 portal.env /etc/guichet/portal.env
guichet settings check || true
sed -i -e 's,guichet:PASSWORD@database,guichet:of-the-drill@localhost,' -e "s,^GUICHET_SECRET=.*,GUICHET_SECRET=$(openssl rand -base64 48)," \
  -e 's,^\([A-Z_]*\)=$,\1=of-the-drill,' portal.env
install -D -m 600 portal.env /etc/guichet/portal.env
guichet settings check
guichet migrate
systemctl daemon-reload && systemctl enable --now guichet
ready
systemctl show guichet -p ActiveState -p User -p DynamicUser -p ProtectSystem
systemd-analyze security guichet --no-pager | tail -n 1
curl -sS -o /dev/null -w '%{http_code} %{size_download} bytes\n' -H 'host: portail.example.ne' -H 'x-forwarded-proto: https' http://localhost:3000/
guichet payments list
guichet audit verify
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=portail.example.ne -keyout portal.key -out portal.crt 2> /dev/null
printf '127.0.0.1 portal-one portal-two\n' >> /etc/hosts
install -d /var/cache/nginx /etc/nginx/certificates
install -m 644 portal.crt /etc/nginx/certificates/ && install -m 600 portal.key /etc/nginx/certificates/
install -m 644 nginx.conf /etc/nginx/nginx.conf && nginx -t && systemctl restart nginx
curl -sSk -o /dev/null -w '%{http_code} %{size_download} bytes by nginx\n' --resolve portail.example.ne:443:127.0.0.1 https://portail.example.ne/
pg_dump --format=custom --no-owner --no-unlogged-table-data --file=guichet.dump postgresql://guichet:of-the-drill@localhost/guichet
systemctl restart guichet
ready
systemctl stop guichet
runuser -u postgres -- createdb -O guichet guichet_restored
pg_restore --exit-on-error --no-owner --dbname=postgresql://guichet:of-the-drill@localhost/guichet_restored guichet.dump
sed -i 's,localhost:5432/guichet$,localhost:5432/guichet_restored,' /etc/guichet/portal.env
guichet payments restored
systemctl start guichet
ready
systemctl stop guichet
STEPS

systemd-nspawn --quiet --directory="$machine" --register=no --keep-unit --boot --console=passive > "$machine/boot.log" 2>&1 &
nspawn=$!
trap 'kill "$nspawn" 2> /dev/null || true' EXIT
init=
while [ -z "$init" ]; do
  sleep 1
  init=$(pgrep --parent "$nspawn" | head -n 1)
done
nsenter --target "$init" --mount --uts --ipc --pid -- /bin/sh -c 'until systemctl is-active -q multi-user.target postgresql@*-main; do sleep 1; done; sh /srv/steps.sh' 2>&1
