/// Keys and signatures made with the OpenSSL command line, all over `message`.
enum KeyFixtures {
    static let message = Array("the message".utf8)

    static let p256Private = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRvfrbTKVVF5xZXM8
        Z1vjXCCW2sRFOm6hPbKBT4jJbiqhRANCAASrtWSJ4XYpTXx5PM371wd3Wfr0ztZl
        fxU1e/K28BFmqANN/K5tZH6cPiWBxpLGPiK6O6R+Rtv2Z154jOEK9bkh
        -----END PRIVATE KEY-----
        """

    static let p256Public = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq7VkieF2KU18eTzN+9cHd1n69M7W
        ZX8VNXvytvARZqgDTfyubWR+nD4lgcaSxj4iujukfkbb9mdeeIzhCvW5IQ==
        -----END PUBLIC KEY-----
        """

    static let p256Compressed = """
        -----BEGIN PUBLIC KEY-----
        MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADq7VkieF2KU18eTzN+9cHd1n69M7W
        ZX8VNXvytvARZqg=
        -----END PUBLIC KEY-----
        """

    static let p256ExplicitCurve = """
        -----BEGIN PUBLIC KEY-----
        MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAA
        AAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA////
        ///////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd
        NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
        RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA
        //////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABKu1ZInhdilNfHk8zfvXB3dZ
        +vTO1mV/FTV78rbwEWaoA038rm1kfpw+JYHGksY+Iro7pH5G2/ZnXniM4Qr1uSE=
        -----END PUBLIC KEY-----
        """

    static let p256OtherLabel = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIEb3620ylVRecWVzPGdb41wgltrERTpuoT2ygU+IyW4qoAoGCCqGSM49
        AwEHoUQDQgAEq7VkieF2KU18eTzN+9cHd1n69M7WZX8VNXvytvARZqgDTfyubWR+
        nD4lgcaSxj4iujukfkbb9mdeeIzhCvW5IQ==
        -----END EC PRIVATE KEY-----
        """

    static let p256Encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAh722PPdsPMdAICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKj7zqjUYamyN+faxjICo50EgZDV
        fTvMBtDmZmmbZ2PB+h8yXF+smwymQqPOuSFCyi1toVdpW67v7G4cmzFFQEbzWD8Y
        54Ii204HO9wu35AFV8GsnnP2v27ORhi+Y6JwuH1J+Af+C2YisB02eRTX091JFl8W
        YyP4TdpIsFY7ET1qjU9kObLqjIXAov4QIhQhwvzPxqo/TM4gHmDAKSrwRl/ksiQ=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    static let p384Public = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE5Pm6k4XxIM62E95tr0RNE4QdEzQtXrAv
        j6vCx22oOHEFtCkTdAQ1sVh7Oj7tMESO3SIdqxpLRJ43wPsBiYjcWssmJvXOXj1v
        RNNqSI4FInrMxq8siXK/BuoNpBvlC45d
        -----END PUBLIC KEY-----
        """

    static let rsaPrivate = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCo7JXxFNusddyC
        HHVb/cEW4jF+vOaluoknTFPixNm1o/Yvbs1HQQbJxooNnhoaB0VomSYBQzjpCZTt
        0vX6fPeCwZKwZAiVRHYc2x5msCjUaShUJJ4xhBak1w+ju1vwRfWIizp3IORONqSV
        ynfl2aYWjI9m1tBnwZWTKc7fMAfpv9ZHc3fnpntxj3JUF9FQE2FVnsmqo1YR9pDl
        pKU80tiu8bUXRNWDP/P2sSz4RjSwCbhtIblMu8me+/WV2W4oM5s0pExKkerSfzh5
        CxZLWey6OD0fmEOSIpixAg8BgKx7FnxEGRJ4ICFrUoFO+DPNQ/SJxNmwhsyb4/wY
        CjoWcXqLAgMBAAECggEANp/esslMaf3o8vgR6U/qxyQY3kNmkFP8MwWHIM8IGaku
        HFOHtRFtiQUXMmUcSqtsQfE4LXNX7V+oVamA2mHbxeAjt795WQ985ELlF07CvUFO
        BbubniZ5Dg/vYkJdbhqpVeCz5L7xpOsdmMSStfSGNUd5vcccOFkMrbx4xYpqHKdi
        PIcowKW+JP649z+bhqp1C9izYVYfxCw3D0U+ibrWXrJM9sObQRwTZDOm9M6Ff3I9
        gOKvTe6TrPdCh3fIHgLQ4LVLLal5QHF3e1w1DqPgEG/39yqTXhazQncLiKrkCcUj
        KAQ6wizbIbXwl45OUkObwfZEntMcEcQOI4pMYLOarQKBgQDQsCvmf5Wqu9iXs0gs
        WnNJ9ZPKRkIWrAfi6880pT6CAl+psGODpf5dM6ElnJfAO9vpRJn1ZsuzXXe9WtB4
        uHMkfd1JyJJ8q2jGGjPVd/gTgTIezMoWTb5MXE4AJo1xpLu8DdJtPIKSMMMVTqoG
        4e2YO8q94xsdXeaX7hrOIhqZ3wKBgQDPOJf/YgH73i1O9/KNMHQz+fEk7GXTGw/z
        UFbUCfbMo3EyoUwFG2JnTacrKbnXqLwrbAFpeU5eOHID+hcs8gno8JOvMDQ4RaDx
        Iy07V+XY9AYkzwPN8BesESAlyT37nCh//oX1RkAToMQfRUzRZvyJCoRwVdpAcTNM
        XAln/gcM1QKBgC6Pf9v3j07+hj6ic3Hh5GMV9Zllv40LaN8KObrHO4EKQom7nxha
        SrxErqmTnI/5SwFqmucTvlMQgYyv3F9y183Gfz7dD0HdhIzef74a/DBt3N7eViBP
        zCuBVK3X7Cr01CYK924D2CYB1yTD3k+WzMnwXTWsm/obXz16lGR1W3YFAoGBAMAI
        BSugapA7I6fDtN3MolMsc6ExBWet84ka0WwsU67uY890lFtDNlzfJGSmhVdqQf7H
        V0OkK9C65EX1NBbtsetRTrsRo8LmG7B7VcZhvVnhQfRId5EXxwgo0q7RoIQUAaAj
        gYZ79JN772O/N+HyW2KwAW2M0fXYMZ64x+q8CVKFAoGBAJ7ZvQxb9mKZgF/TSuGC
        1D6qRZZl6r2gqp5Sa+0aEvW000j3h0BfwRjBXnaacdlN1x+xNOoaSdzMUnzq/VDc
        C4Xe/ktyOnI5lrOzlre5rFvl2/13jf9ICpZ8nOxeVZHw/5FEmGqO+cwONWOlSPpA
        PYXlc/AkrhQ/9OcjoVm/VYp4
        -----END PRIVATE KEY-----
        """

    static let rsaPublic = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqOyV8RTbrHXcghx1W/3B
        FuIxfrzmpbqJJ0xT4sTZtaP2L27NR0EGycaKDZ4aGgdFaJkmAUM46QmU7dL1+nz3
        gsGSsGQIlUR2HNseZrAo1GkoVCSeMYQWpNcPo7tb8EX1iIs6dyDkTjaklcp35dmm
        FoyPZtbQZ8GVkynO3zAH6b/WR3N356Z7cY9yVBfRUBNhVZ7JqqNWEfaQ5aSlPNLY
        rvG1F0TVgz/z9rEs+EY0sAm4bSG5TLvJnvv1ldluKDObNKRMSpHq0n84eQsWS1ns
        ujg9H5hDkiKYsQIPAYCsexZ8RBkSeCAha1KBTvgzzUP0icTZsIbMm+P8GAo6FnF6
        iwIDAQAB
        -----END PUBLIC KEY-----
        """

    static let rsa1024Public = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDSatRtnRppai1yupMGAnM3ytHP
        dnmcD/BQBEO11ELNp+IyWLnHtewEX+gkrHu9VggxPyvbwS01qveQscea2q44Q2HB
        OcdY+C0FU7xko62eoB8qmgTrJ7rP5tc5IAJT06hlcZhjbLwBbE5wxAdLMojmfKX0
        lpmC8HDNbMbBdChwmwIDAQAB
        -----END PUBLIC KEY-----
        """

    static let rsaExponent3 = """
        -----BEGIN PUBLIC KEY-----
        MIIBIDANBgkqhkiG9w0BAQEFAAOCAQ0AMIIBCAKCAQEA4RH0+MOckvGRtBbMqLM0
        BHChrGkshnQlfUt/zk5HWAA3Xsazzp3IXN5z1tXF/JH3shuA79Ud5MEqJY6CeJ8X
        wx0sX8/Sd3zxXVtdXqSFOamW85o9u9mPhi5hgY7zENqYXGvU3SJVKBb1gk2Sif/8
        sT4GUO240S59op4aPMHJp9ThWwCq/hcASyNnhSi2UT+D2Xn1H6YcmBK54pHOMfVW
        k+VVgY6m8l1/dIyfsV/BHoyXRt5ont6AEV4KpVzXA9ST16DRXNmC25CP3B5nz1Lm
        PWqk5J7gEBJbf2Wyj57wXuYhoU+82jDQHSF3EfiBVHbQH2GQdUHyLIto52J9kwdL
        nQIBAw==
        -----END PUBLIC KEY-----
        """

    static let rsaPSSOnly = """
        -----BEGIN PUBLIC KEY-----
        MIIBIDALBgkqhkiG9w0BAQoDggEPADCCAQoCggEBAMwMY31E95WYVboAYUrdMOU9
        sor0cSuPzChVWHxX3SkPsi9Gg1QkzSGQFR+21jOn8vI4uent62Oa1mntccxp0WgH
        isA4wiWXA0mICms7+UUqG9lEnK4v223+93q2pdArqCrb4q3C4yp/gaaJSgbUDjOc
        5HO8iGllYwAsKxAnw3wX9dsCSG/9fzK9Uu5ZUzGobm++KCmzJmXXs3PpXhI8qZWG
        yFA5/kpRw9GNwUbleb3FpJU6xyBJWdDd+8mV91CIivaj5nYQ3s2X6YZzgsy8ef5z
        nMkEVWxjrQU41FpU9a+rskF9k+aAR82XKvsa40zXl391D6EfBHLMvWMKw0iEWDMC
        AwEAAQ==
        -----END PUBLIC KEY-----
        """

    static let ed448Public = """
        -----BEGIN PUBLIC KEY-----
        MEMwBQYDK2VxAzoA5UIghFtEcPM5571Hwby/FcU6bs+JlsrJ09+q9PtxWYqaJuB0
        WWfcNZR+53ka2Gk3yHkPvEYhL9OA
        -----END PUBLIC KEY-----
        """

    static let es256DER =
        "MEUCIFYOW7lf9BK96qyr3FKvdn5l6YoaGeghxJdJOEDEJ02BAiEA/pgm6pkpZoUVYJCOc+NmUO4KWxuu4gSM13ZTabRnTig="

    static let rs256 =
        "TpHuwI6WZohz8qPdJb/bTgHJVHL8d9JQP1oUdzWhxpsK1XuLewGpE0FZ4QySszluF+P+vWxrwVH4qIJGVxyhF0G7zzRrc2Gn"
        + "LWaZl+oCfg2wtMvlvSVuyjZoNAoxCBQEnAwGnrkk0aiASvxQVSZ/U/MxidXfbJ8Kl2K3NJxI8h5PfW5L7I1wlWMyp8LCYhzT"
        + "cok7QflGpAlqOh/DTG/5kF59LMiB9zv4QBkM8+EnqZh9ZKDzFX6/8oZDJoLa0WNgOUzzxUI4DqrDL1jeSYLO/F9ZBBStcrdm"
        + "qcIulU/T1qaPpDe1JuB9qq8LofB61ejQmIyzndY7YfFSEkJtyKrC+A=="

    static let rs512 =
        "C4mXHxZaBUboS4y8R5RAONzJquoMYessD0rZitq3LnLUf8xEljw0rCx8lNnk98N1RTxd13yTrfXuxMK3wRdBjreefZSsS+XF"
        + "gTNB0Ocjro7PwJTvyLtgheSBI85t2fTr0qDYAbRPd4Q6HaLDF7o8IbAD+qJC3+rIW72VsbC2tIX8IOYEtQjEHW6muSshMWww"
        + "lj+mwcJzMrL8ZRXYfC4EoWfkFh1RjXPHZ6t3gY+gDzTCyXyyDIHfi8q+ZPBU6fuK2LPVXrbvRWk92xrNtKyjyz6SJRLN9wXC"
        + "e5hhIYDfr8cwcwcwgQ3IXPnrulZ3+zq7TBN0KGgDN8DpeURMwM+HkQ=="

    static let ps256 =
        "baFPEBdjjdPw3DfwT7anmzxRgfmsWilFJ8sVX1LX8oCqnApGYFHFUMjlIk9Gf1IuneYNpmXGmWb/m/HhtupZZSBPUXz1gwX6"
        + "AOO4w7RWve9mKXJ6k8FnhbkBpLZnIuWCzfTxAqlqgeWnIoyfQrwX3rqulNcJxwhc6RAhIsoNxzqhXRdgQ9YqYErrl2Lrg1hg"
        + "7qxB24rtY0O+GdG1pV4slfISqPNQ/wewBeWh6riWF5w+AKW3mORjfnVbUWkSqQ+mQXeI8+hhgmaUSe/nG9P0auoSVN0zvy7i"
        + "VN7fRcy+BgEox7+PhvCuB8yWys7jk1lgACwRysPPMxjyMQnulkM7zg=="

    static let ps256Salt20 =
        "ix4GBDQ9PULxyoX2p4p1qII6hGNLwvStbxK8sf7pTMd2ic5wnWUDp6CkWjPmpZ71UJrFGCpSHiNRDxQHPmicgR3pmJ4+H8vy"
        + "J6X8bnixhCcrNaO+W0meshUmCKSiPTtfpzIjpqcxsy+u4SuGJDOuA62H+/Cv9dtC6P6bzDL5FiyB1yDyH+iuvyKQyiowJf9J"
        + "7GDSMtx9ZixAS3ZcHdO+VH2MVJeUnomz2UJxrgIi/kL0qrbf/4s1u88XAP5Fb5/m2PgbBQcOFiY7w6iRG8WaLbYOW4cBSZOS"
        + "dMxAAaI6TnXaaQx/ANyUyp1hLt+JFf26nXXpjJ4+srP5WPoJe2Tocg=="

    static let ps256MaskSHA1 =
        "mkarBkvH/QFJSziEejllDmJpjglK+v47VSi4DPeYoxUtXbNXfJCh1iJNIYiO/SDS1x2HYxFjybGEJW48AXiQdLkWZqqWFj9c"
        + "8+PuFkMhKUuSxCbn5WjWFcWaI3DWv1S9EZ//zVieWCo8Lg6eti8tHbbryui0oPNS4hXsjQmq0uYQWfDE9oFV2NXTP+3nyLdw"
        + "HFzbw7igrLraxTlmKo8hhu3lGBwoJBdxSqhJu2Pj9Y9FKO9JBtfv0MFYLf0O559y46+vKvTYzO+lHjTGCDc2z28Ull/bw24O"
        + "oW6qzSIXJAqrsA/TeQd7ur0KmD04kN0fpVLHA4GjAb6bu4TQAtlnzw=="
}
