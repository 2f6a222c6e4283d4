#!/bin/sh
# Certificates for the database machines: one authority, one key and certificate for each machine.
#   sh make-certificates.sh FOLDER db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.13
# FOLDER/ca.key stays where it was made. Each machine gets ca.crt and its own NAME.crt and NAME.key, portals get ca.crt only.
# Called again it keeps the authority and renews the certificates named. Needs openssl.
set -eu
if [ $# -lt 2 ]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 2
fi
folder=$1
shift
authority_days=3650
machine_days=1825

umask 077
mkdir -p "$folder"
cd "$folder"
if [ ! -f ca.key ]; then
  openssl ecparam -name prime256v1 -genkey -noout -out ca.key
  openssl req -x509 -new -key ca.key -sha256 -days "$authority_days" -subj '/CN=guichet databases' \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign' -out ca.crt
fi
for machine in "$@"; do
  name=${machine%%=*}
  address=${machine#*=}
  openssl ecparam -name prime256v1 -genkey -noout -out "$name.key"
  # The portal asks for localhost, where its HAProxy listens. etcd and Patroni show the same certificate to each other as clients.
  cat > "$name.ext" <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=DNS:$name,IP:$address,DNS:localhost,IP:127.0.0.1
END
  openssl req -new -key "$name.key" -subj "/CN=$name" -out "$name.csr"
  openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days "$machine_days" \
    -extfile "$name.ext" -out "$name.crt" 2> "$name.log" || { cat "$name.log" >&2; exit 1; }
  rm "$name.csr" "$name.ext" "$name.log"
done
chmod 644 ./*.crt
